import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { Type, type TObject, type TSchema } from 'typebox'
import { wordsOfPattern } from '../../contract/patterns.ts'
import { type ErrorCode, fail } from '../../kernel/fail.ts'
import { echoed, textFault } from '../../kernel/text.ts'
import { parseDay, parseInstant } from '../../kernel/time.ts'
import type { RawQuery } from './query-string.ts'
import { addRules, withRules } from './schema-rules.ts'

/** One schema's JSON Schema members that we read ourselves. */
interface Property {
  type?: string
  enum?: readonly unknown[]
  format?: string
}

const INTEGER = /^-?\d{1,15}$/
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/
const LONG_NUMBER = /^-?\d+(\.\d+)?$/

/** One compiler for bodies and parameters: nothing is coerced, removed or invented. */
const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  useDefaults: true,
  removeAdditional: false,
  coerceTypes: false,
  ownProperties: true,
  formats: {
    date: (text: string) => parseDay(text) !== null,
    'date-time': (text: string) => parseInstant(text) !== null,
  },
})

addRules(ajv)

const noFields = bodyValidator(Type.Object({}, { additionalProperties: false }))

type Place = Parameters<typeof withRules>[1]

const COMPILED: Record<Place, WeakMap<TSchema, ValidateFunction>> = {
  body: new WeakMap(),
  query: new WeakMap(),
}

/** Compiled at its first use, once in a process: to compile all that a server has would be a seventh of its start. */
function compiled(schema: TSchema, place: Place): ValidateFunction {
  let validate = COMPILED[place].get(schema)
  if (validate === undefined) {
    validate = ajv.compile(withRules(schema, place))
    COMPILED[place].set(schema, validate)
  }
  return validate
}

/** Returns the validated body or throws 422 `VALIDATION_ERROR`. */
export function bodyValidator(schema: TSchema): (body: unknown) => unknown {
  return (body) => {
    if (body === undefined) fail('VALIDATION_ERROR', 'A JSON body is required.')
    const validate = compiled(schema, 'body')
    return validate(body) ? body : refuse('VALIDATION_ERROR', validate.errors, body)
  }
}

/** The body of an endpoint that has none: what is in it would be left out without a word. Throws 422 `VALIDATION_ERROR`; `{}` is nothing. */
export function refuseBody(body: unknown): undefined {
  if (body !== undefined) noFields(body)
}

/** Returns the typed parameters of a query or throws 422 `INVALID_PARAMETER`; unknown names are ignored. */
export function queryValidator(schema: TObject): (query: RawQuery) => Record<string, unknown> {
  const properties = Object.entries(schema.properties as Record<string, Property>)
  return (query) => {
    const validate = compiled(schema, 'query')
    const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    for (const [name, property] of properties) {
      const given = query.get(name)
      if (given !== undefined) values[name] = readParameter(name, property, given)
    }
    return validate(values) ? values : refuse('INVALID_PARAMETER', validate.errors, values)
  }
}

function readParameter(name: string, property: Property, given: readonly string[]): unknown {
  const [text = '', ...more] = given
  if (more.length > 0) fail('INVALID_PARAMETER', `${name} is given ${given.length} times: give it once.`)
  if (property.type === 'integer' || property.type === 'number') return readNumber(name, property.type, text)
  if (property.type === 'boolean') {
    if (text !== 'true' && text !== 'false') fail('INVALID_PARAMETER', `${name} must be true or false.`)
    return text === 'true'
  }
  // Free text loses the blanks around it; a word of a list or a date must be exact.
  return property.enum === undefined && property.format === undefined
    ? readText(name, text).trim()
    : readText(name, text)
}

function readNumber(name: string, type: 'integer' | 'number', text: string): number {
  const pattern = type === 'integer' ? INTEGER : NUMBER
  if (!pattern.test(text)) {
    const [form, digits] =
      type === 'integer'
        ? ['a whole number', 'at most 15 digits']
        : ['a decimal number', 'at most 15 digits before and 15 after the point']
    const isLong = LONG_NUMBER.test(text) && (type === 'number' || !text.includes('.'))
    fail(
      'INVALID_PARAMETER',
      isLong ? `${name} must have ${digits}.` : `${name} must be ${form}, not ${echo(text)}.`,
    )
  }
  return Number(text)
}

function readText(name: string, text: string): string {
  const inner = text.trim()
  if (inner === '') fail('INVALID_PARAMETER', `${name} must not be empty.`)
  const fault = textFault(inner)
  if (fault !== null) fail('INVALID_PARAMETER', `${name} ${fault}.`)
  return text
}

function refuse(code: ErrorCode, errors: ErrorObject[] | null | undefined, data: unknown): never {
  const [error] = errors ?? []
  fail(code, error === undefined ? 'The request is not valid.' : sentence(error, data))
}

/** An Ajv error as a sentence that names the field and the rule. */
function sentence(error: ErrorObject, data: unknown): string {
  const field = fieldName(error.instancePath)
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'required':
      return `${join(field, String(params['missingProperty']))} is required.`
    case 'additionalProperties':
      return `${join(field, echoed(String(params['additionalProperty'])))} is not a known field.`
    case 'enum':
      return `${field} must be one of ${(params['allowedValues'] as unknown[]).map(String).join(', ')}, not ${echo(valueAt(data, error.instancePath))}.`
    case 'const':
      return `${field} must be ${JSON.stringify(params['allowedValue'])}.`
    case 'type':
      return `${field} must be of type ${String(params['type']).replaceAll(',', ' or ')}.`
    case 'format':
      return formatSentence(field, String(params['format']))
    case 'pattern':
      return `${field} ${wordsOfPattern(String(params['pattern'])) ?? 'is not in its form'}.`
    case 'minimum':
      return `${field} must be at least ${String(params['limit'])}.`
    case 'maximum':
      return `${field} must be at most ${String(params['limit'])}.`
    case 'exclusiveMinimum':
      return `${field} must be above ${String(params['limit'])}.`
    case 'exclusiveMaximum':
      return `${field} must be below ${String(params['limit'])}.`
    case 'minLength':
      return `${field} must have at least ${counted(params['limit'], 'character')}.`
    case 'maxLength':
      return `${field} must have at most ${counted(params['limit'], 'character')}.`
    case 'minItems':
      return `${field} must have at least ${counted(params['limit'], 'item')}.`
    case 'maxItems':
      return `${field} must have at most ${counted(params['limit'], 'item')}.`
    case 'maxProperties':
      return `${field} must have at most ${counted(params['limit'], 'field')}.`
    case 'uniqueItems':
      return `${field} must have each item once: ${[params['i'], params['j']]
        .map((at) => `${field}.${String(at)}`)
        .toSorted()
        .join(' and ')} are the same.`
    default:
      if (typeof params['fault'] === 'string') return `${field} ${params['fault']}.`
      return `${field} ${error.message ?? 'is not valid'}.`
  }
}

function formatSentence(field: string, format: string): string {
  return format === 'date'
    ? `${field} must be a date as YYYY-MM-DD that exists.`
    : `${field} must be an ISO 8601 timestamp such as 2026-01-15T14:30:00Z.`
}

const counted = (count: unknown, what: string): string => `${String(count)} ${what}${count === 1 ? '' : 's'}`

function fieldName(pointer: string): string {
  return pointer === ''
    ? 'the body'
    : pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
}

function join(parent: string, child: string): string {
  return parent === 'the body' ? child : `${parent}.${child}`
}

function valueAt(data: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], data)
}

/** What the caller sent, short and quoted. */
function echo(value: unknown): string {
  return typeof value === 'string' ? `"${echoed(value)}"` : echoed(JSON.stringify(value) ?? 'nothing')
}
