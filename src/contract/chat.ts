import { Type, type Static } from 'typebox'
import { EntityId, nullable, oneOf, page, textOf, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { CHAT_EVENTS } from './chat-events.ts'
import { ChatMessage, MESSAGE, MESSAGE_ID, MessageId, THREAD_ID, ThreadId } from './chat-messages.ts'

/** The most threads of a user. */
export const MOST_THREADS = 1_000

const CREATED_AT = '2026-01-15T14:30:01.250Z'
const ENTITY_ID = '7f9d1c1e-2f0b-5d6a-9b1e-0a4c2d8e6f10'
const TITLE = { kind: 'name', maxLength: 200 } as const
const THREAD = { thread_id: THREAD_ID, title: 'Apple in 2025', created_at: CREATED_AT }

const title = textOf(TITLE, 'What the thread is called.', THREAD.title)

const ChatThread = Type.Object(
  { thread_id: ThreadId, title, created_at: timestamp('When the thread was made, ISO 8601, UTC.') },
  { $id: 'ChatThread', additionalProperties: false, description: 'A conversation.', examples: [THREAD] },
)
export type ChatThread = Static<typeof ChatThread>

const DETAIL = {
  updated_at: timestamp('When the thread was renamed or last written in, ISO 8601, UTC.'),
  message_count: Type.Integer({ minimum: 0, description: 'How many messages it has.', examples: [2] }),
}

const ChatThreadDetail = Type.Object(
  { ...ChatThread.properties, ...DETAIL },
  {
    $id: 'ChatThreadDetail',
    additionalProperties: false,
    description: 'A conversation with what became of it.',
    examples: [{ ...THREAD, updated_at: CREATED_AT, message_count: 2 }],
  },
)
export type ChatThreadDetail = Static<typeof ChatThreadDetail>

const ChatThreadItem = Type.Object(
  {
    ...ChatThreadDetail.properties,
    last_message_preview: nullable(
      Type.String({
        maxLength: 140,
        description: 'Beginning of the last message; null where there is none.',
        examples: ['Revenue rose 2.0 % [1].'],
      }),
    ),
  },
  {
    $id: 'ChatThreadItem',
    additionalProperties: false,
    description: 'A conversation in the list of all.',
    examples: [
      {
        ...THREAD,
        updated_at: CREATED_AT,
        message_count: 2,
        last_message_preview: 'Revenue rose 2.0 % [1].',
      },
    ],
  },
)
export type ChatThreadItem = Static<typeof ChatThreadItem>

const ChatThreadPage = page(ChatThreadItem)
export type ChatThreadPage = Static<typeof ChatThreadPage>

const ChatThreadInput = Type.Object(
  { title: Type.Optional(title) },
  {
    $id: 'ChatThreadInput',
    additionalProperties: false,
    description: 'A conversation to be made; "New thread" where it has no title.',
    examples: [{ title: THREAD.title }],
  },
)
export type ChatThreadInput = Static<typeof ChatThreadInput>

const ChatThreadChanges = Type.Object(
  { title },
  {
    $id: 'ChatThreadChangesInput',
    additionalProperties: false,
    description: 'What a conversation is called from now on.',
    examples: [{ title: 'Apple, fiscal 2025' }],
  },
)

const deleted = Type.Boolean({ const: true, description: 'Always true.', examples: [true] })

const ChatThreadDeleted = Type.Object(
  { thread_id: ThreadId, deleted },
  {
    $id: 'ChatThreadDeleted',
    additionalProperties: false,
    description: 'A conversation that is no more.',
    examples: [{ thread_id: THREAD_ID, deleted: true }],
  },
)

const ChatMessages = Type.Object(
  {
    items: Type.Array(ChatMessage, { description: 'All messages, the oldest first.' }),
    total: Type.Integer({ minimum: 0, description: 'How many there are in all.', examples: [1] }),
  },
  {
    $id: 'ChatMessages',
    additionalProperties: false,
    description: 'The messages of a conversation.',
    examples: [{ items: [MESSAGE], total: 1 }],
  },
)
export type ChatMessages = Static<typeof ChatMessages>

const ChatStreamInput = Type.Object(
  {
    thread_id: ThreadId,
    message: Type.String({
      'x-text': 'lines',
      minLength: 1,
      maxLength: 8_000,
      description: 'The question; blanks at its ends do not count.',
      examples: ["What was Apple's revenue in fiscal 2024?"],
    }),
    context: Type.Optional(
      Type.Object(
        {
          instruments: Type.Optional(
            Type.Array(EntityId, {
              maxItems: 20,
              description: 'Instruments that the question is about, in addition to those that it names.',
              examples: [[ENTITY_ID]],
            }),
          ),
          include_portfolio: Type.Optional(
            Type.Boolean({
              description: "Whether the caller's portfolio is read; false unless said.",
              examples: [false],
            }),
          ),
        },
        { additionalProperties: false, description: 'What the question is asked about.' },
      ),
    ),
  },
  {
    $id: 'ChatStreamInput',
    additionalProperties: false,
    description: 'A question.',
    examples: [{ thread_id: THREAD_ID, message: "What was Apple's revenue in fiscal 2024?" }],
  },
)
export type ChatStreamInput = Static<typeof ChatStreamInput>

const THREADS = '/v1/chat/threads'
const ONE_THREAD = `${THREADS}/{thread_id}` as const
const ONE_MESSAGE = `${ONE_THREAD}/messages/{message_id}` as const
const params = Type.Object({ thread_id: ThreadId })
const messageParams = Type.Object({ thread_id: ThreadId, message_id: MessageId })

export const createThread = endpoint({
  id: 'chat.createThread',
  method: 'POST',
  path: THREADS,
  auth: 'user',
  summary: 'Begin a conversation',
  description:
    'A user has at most 1,000 threads. With the same `Idempotency-Key` a repeated request is answered as the first one.',
  body: ChatThreadInput,
  bodyOptional: true,
  reply: ChatThread,
  status: 201,
  idempotent: true,
  errors: ['THREAD_LIMIT_REACHED'],
})

export const streamAnswer = endpoint({
  id: 'chat.stream',
  method: 'POST',
  path: '/v1/chat/stream',
  auth: 'user',
  cost: 5,
  summary: 'Ask, and read the answer while it is written',
  description:
    'Server-sent events: `thinking` none or more, `token` one or more, one `sources`, one `done`; or any beginning of that and one `error`. ' +
    'After ten seconds of silence there is a comment. One answer is written in a thread at a time. After a lost connection, resume with ' +
    '`GET …/messages/{message_id}/stream`; without a reader for 15 s the answer is stopped, and what was written is kept. ' +
    'With the same `Idempotency-Key` a repeated request reads the answer of the first one, once that has ended. ' +
    'docs/chat.md says how answers are made.',
  body: ChatStreamInput,
  bodyLimitBytes: 64 * 1024,
  stream: CHAT_EVENTS,
  idempotent: true,
  errors: [
    'THREAD_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
    'INSTRUMENT_NOT_FOUND',
    'THREAD_BUSY',
    'LLM_BUDGET_EXCEEDED',
    'MODEL_UNAVAILABLE',
  ],
  replyHeaders: { 'X-Message-Id': 'The message_id of the answer.' },
})

export const listThreads = endpoint({
  id: 'chat.listThreads',
  method: 'GET',
  path: THREADS,
  auth: 'user',
  summary: 'Your conversations',
  description: 'The newest first. `page` and `page_size` follow from `offset` and `limit`.',
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many items to return.' }),
    offset: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: 'How many items to leave out.',
    }),
  }),
  reply: ChatThreadPage,
  errors: [],
})

export const listMessages = endpoint({
  id: 'chat.listMessages',
  method: 'GET',
  path: `${ONE_THREAD}/messages`,
  auth: 'user',
  summary: 'The messages of a conversation',
  description:
    'All of them, with the reasoning and the sources of answers; one that is being written has the status `streaming`.',
  params,
  reply: ChatMessages,
  errors: ['THREAD_NOT_FOUND'],
})

export const deleteThread = endpoint({
  id: 'chat.deleteThread',
  method: 'DELETE',
  path: ONE_THREAD,
  auth: 'user',
  summary: 'Delete a conversation',
  description: 'For good, with all its messages; an answer that is being written ends.',
  params,
  reply: ChatThreadDeleted,
  errors: ['THREAD_NOT_FOUND'],
})

export const getThread = endpoint({
  id: 'chat.getThread',
  method: 'GET',
  path: ONE_THREAD,
  auth: 'user',
  summary: 'A conversation',
  description: 'Without its messages.',
  params,
  reply: ChatThreadDetail,
  errors: ['THREAD_NOT_FOUND'],
})

export const renameThread = endpoint({
  id: 'chat.renameThread',
  method: 'PATCH',
  path: ONE_THREAD,
  auth: 'user',
  summary: 'Rename a conversation',
  description: 'Changes its title.',
  params,
  body: ChatThreadChanges,
  reply: ChatThreadDetail,
  errors: ['THREAD_NOT_FOUND'],
})

export const resumeAnswer = endpoint({
  id: 'chat.resume',
  method: 'GET',
  path: `${ONE_MESSAGE}/stream`,
  auth: 'user',
  summary: 'Read an answer on',
  description:
    'The events after the one that `Last-Event-ID` names, then those that are still to come; all of them without that header or with an id of another ' +
    'answer. They are kept for an hour after the end, whichever process wrote the answer; after that 410: the message has the text.',
  params: messageParams,
  stream: CHAT_EVENTS,
  errors: ['THREAD_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'STREAM_EXPIRED'],
})

const ChatCancelled = Type.Object(
  { message_id: MessageId, status: oneOf(['cancelled'], 'Always "cancelled".', { examples: ['cancelled'] }) },
  {
    $id: 'ChatCancelled',
    additionalProperties: false,
    description: 'An answer that is written no further.',
    examples: [{ message_id: MESSAGE_ID, status: 'cancelled' }],
  },
)

export const cancelAnswer = endpoint({
  id: 'chat.cancel',
  method: 'POST',
  path: `${ONE_MESSAGE}/cancel`,
  auth: 'user',
  summary: 'Cancel an answer',
  description: 'It ends at once and is kept as far as it is.',
  params: messageParams,
  reply: ChatCancelled,
  errors: ['THREAD_NOT_FOUND', 'MESSAGE_NOT_FOUND', 'NOT_STREAMING'],
})

const ChatRatingInput = Type.Object(
  {
    rating: oneOf(['up', 'down'], 'Whether the answer helped.', { examples: ['down'] }),
    reason: Type.Optional(
      oneOf(['wrong', 'outdated', 'bad_citation', 'incomplete', 'other'], 'Why it did not.', {
        examples: ['outdated'],
      }),
    ),
    comment: Type.Optional(
      textOf({ kind: 'lines', maxLength: 1_000 }, 'In words.', 'The figure is of 2023.'),
    ),
  },
  {
    $id: 'ChatRatingInput',
    additionalProperties: false,
    description: 'What the user thinks of an answer; it replaces what was said before.',
    examples: [{ rating: 'down', reason: 'outdated' }],
  },
)
export type ChatRatingInput = Static<typeof ChatRatingInput>

const ChatRating = Type.Object(
  {
    message_id: MessageId,
    rating: oneOf(['up', 'down'], 'Whether the answer helped.', { examples: ['down'] }),
    submission_id: Type.Null({ description: 'Null: feedback is kept with the message.', examples: [null] }),
  },
  {
    $id: 'ChatRating',
    additionalProperties: false,
    description: 'A rating as it was stored.',
    examples: [{ message_id: MESSAGE_ID, rating: 'down', submission_id: null }],
  },
)

export const rateAnswer = endpoint({
  id: 'chat.rate',
  method: 'POST',
  path: `${ONE_MESSAGE}/feedback`,
  auth: 'user',
  summary: 'Rate an answer',
  description: 'Questions cannot be rated: 404.',
  params: messageParams,
  body: ChatRatingInput,
  reply: ChatRating,
  errors: ['THREAD_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
})
