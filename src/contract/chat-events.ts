import { Type } from 'typebox'
import { CitationSource, MESSAGE_ID, MessageId, SOURCE } from './chat-messages.ts'
import { nullable, oneOf } from './common.ts'
import { eventStream } from './events.ts'

const delta = (description: string, example: string) => Type.String({ description, examples: [example] })

/** The events of an answer; each has the id `<message_id>:<number>`. */
export const CHAT_EVENTS = eventStream({
  thinking: Type.Object(
    {
      delta: delta('What is being done.', 'Looking for Apple Inc. in fiscal 2024.'),
      type: oneOf(['reasoning'], 'Always "reasoning".', { examples: ['reasoning'] }),
    },
    {
      $id: 'ChatThinkingEvent',
      additionalProperties: false,
      description: 'A fragment of the reasoning.',
      examples: [{ delta: 'Looking…', type: 'reasoning' }],
    },
  ),
  token: Type.Object(
    {
      delta: delta('To be appended to the answer; cites sources as [n].', 'Revenue rose 2.0 % [1].'),
      type: oneOf(['answer'], 'Always "answer".', { examples: ['answer'] }),
    },
    {
      $id: 'ChatTokenEvent',
      additionalProperties: false,
      description: 'A fragment of the answer.',
      examples: [{ delta: 'Revenue', type: 'answer' }],
    },
  ),
  sources: Type.Object(
    {
      sources: Type.Array(CitationSource, { description: 'Those that the answer cites, in the order of n.' }),
    },
    {
      $id: 'ChatSourcesEvent',
      additionalProperties: false,
      description: 'What the answer cites.',
      examples: [{ sources: [SOURCE] }],
    },
  ),
  done: Type.Object(
    {
      message_id: MessageId,
      tokens_used: Type.Integer({
        minimum: 0,
        description: 'How many tokens question, evidence and answer have.',
        examples: [913],
      }),
    },
    {
      $id: 'ChatDoneEvent',
      additionalProperties: false,
      description: 'The answer is complete.',
      examples: [{ message_id: MESSAGE_ID, tokens_used: 913 }],
    },
  ),
  error: Type.Object(
    {
      detail: Type.String({
        description: 'What happened, for people.',
        examples: ['The answer took too long.'],
      }),
      code: Type.String({ description: 'What happened, for programs.', examples: ['MODEL_TIMEOUT'] }),
      status: Type.Integer({ description: 'The HTTP status number that it would have.', examples: [504] }),
      message_id: nullable(MessageId),
    },
    {
      $id: 'ChatErrorEvent',
      additionalProperties: false,
      description: 'The answer ended early; nothing follows.',
      examples: [
        { detail: 'The answer took too long.', code: 'MODEL_TIMEOUT', status: 504, message_id: MESSAGE_ID },
      ],
    },
  ),
})
