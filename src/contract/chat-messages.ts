import { Type, type Static } from 'typebox'
import { EntityId, nullable, oneOf, timestamp } from './common.ts'

export const THREAD_ID = '018f9d1c-1e2f-7b0d-8a9b-1e0a4c2d8e70'
export const MESSAGE_ID = '018f9d1c-1e2f-7b0d-8a9b-1e0a4c2d8e71'
export const SOURCE = {
  n: 1,
  doc_id: '2a6d2c1e-2f0b-5d6a-9b1e-0a4c2d8e6f11',
  headline: 'Fundamentals AAPL FY2024',
  url: '/v1/instruments/7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10/fundamentals',
}

export const ThreadId = Type.String({ description: 'Opaque id of a conversation.', examples: [THREAD_ID] })
export const MessageId = Type.String({ description: 'Opaque id of a message.', examples: [MESSAGE_ID] })

export const CitationSource = Type.Object(
  {
    n: Type.Integer({
      minimum: 1,
      description: 'Position among the sources, from 1: the text cites it as [n].',
      examples: [1],
    }),
    doc_id: Type.String({ description: 'Opaque id of the article or record.', examples: [SOURCE.doc_id] }),
    headline: Type.String({
      description: 'Headline of the article, or name of the record.',
      examples: [SOURCE.headline],
    }),
    url: Type.String({
      description: 'As the article was supplied; path of the endpoint that shows the record.',
      examples: [SOURCE.url],
    }),
  },
  {
    $id: 'CitationSource',
    additionalProperties: false,
    description: 'What an answer cites.',
    examples: [SOURCE],
  },
)
export type CitationSource = Static<typeof CitationSource>

/** The example of a message. */
export const MESSAGE = {
  message_id: MESSAGE_ID,
  thread_id: THREAD_ID,
  role: 'assistant',
  content: 'Revenue was USD 391,035 million in FY2024 [1].',
  reasoning: [{ text: 'Looking for Apple Inc. in fiscal 2024.' }],
  sources: [SOURCE],
  status: 'complete',
  tokens_used: 913,
  context: null,
  error: null,
  created_at: '2026-01-15T14:30:01.250Z',
}

export const ChatMessage = Type.Object(
  {
    message_id: MessageId,
    thread_id: ThreadId,
    role: oneOf(['user', 'assistant'], 'Who wrote it.', { examples: ['assistant'] }),
    content: Type.String({ description: 'The text, as far as it is written.', examples: [MESSAGE.content] }),
    reasoning: Type.Array(
      Type.Object(
        {
          text: Type.String({
            description: 'A block of reasoning.',
            examples: ['Looking for Apple Inc. in fiscal 2024.'],
          }),
        },
        { additionalProperties: false, description: 'A block.' },
      ),
      { description: 'How the answer came about; empty for questions.' },
    ),
    sources: Type.Array(CitationSource, { description: 'What the answer cites, in the order of n.' }),
    status: oneOf(['complete', 'streaming', 'error', 'cancelled'], 'What became of it.', {
      examples: ['complete'],
    }),
    tokens_used: nullable(
      Type.Integer({
        minimum: 0,
        description:
          'How many tokens question, evidence and answer have; null for questions and while it is written.',
        examples: [913],
      }),
    ),
    context: nullable(
      Type.Object(
        {
          instruments: Type.Array(EntityId, {
            description: 'Instruments that were given with the question.',
          }),
          include_portfolio: Type.Boolean({
            description: "Whether the caller's portfolio was read.",
            examples: [false],
          }),
        },
        { additionalProperties: false, description: 'What a question was asked about; null for answers.' },
      ),
    ),
    error: nullable(
      Type.Object(
        {
          detail: Type.String({
            description: 'What happened, for people.',
            examples: ['The answer took too long.'],
          }),
          code: Type.String({ description: 'What happened, for programs.', examples: ['MODEL_TIMEOUT'] }),
        },
        { additionalProperties: false, description: 'Why the answer ended early; null where it did not.' },
      ),
    ),
    created_at: timestamp('When it was begun, ISO 8601, UTC.'),
  },
  {
    $id: 'ChatMessage',
    additionalProperties: false,
    description: 'A question or an answer.',
    examples: [MESSAGE],
  },
)
export type ChatMessage = Static<typeof ChatMessage>
