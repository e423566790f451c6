import type { Ajv2020, FuncKeywordDefinition } from 'ajv/dist/2020.js'
import type { SchemaValidateFunction } from 'ajv/dist/types/index.js'
import type { TSchema } from 'typebox'
import { DATE_RULE, DEFAULT_MAX_LENGTH, NUMBER_RULE, TEXT_RULE } from '../../contract/common.ts'
import { dayFault, quantityFault } from '../../kernel/domain-range.ts'
import { cleanName, textFault, type TextKind } from '../../kernel/text.ts'
import { parseDay } from '../../kernel/time.ts'

type Json = Record<string, unknown>

/**
 * The schema as it is compiled, with what holds for every value of a caller: texts are checked by `kernel/text.ts` (as
 * `x-text` says, else one line), have an end, and in bodies numbers and dates are those of `kernel/domain-range.ts`, unless
 * `x-number` says that a row with another one is refused by itself, or `x-date` that an endpoint has days of its own. A new
 * endpoint has these rules without asking.
 */
export function withRules(schema: TSchema, where: 'body' | 'query'): object {
  const add = (key: string, value: unknown): unknown => {
    // `$id` names a component of the OpenAPI document; to Ajv it would be a global address. Examples are not schemas.
    if (key === '$id' || key === 'examples') return undefined
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return { ...value, ...rulesOf(value as Json, where) }
  }
  return JSON.parse(JSON.stringify(schema, add)) as object
}

function rulesOf(schema: Json, where: 'body' | 'query'): Json {
  const { type, enum: values, const: only, format } = schema
  const types = Array.isArray(type) ? type : [type]
  if (values !== undefined || only !== undefined) return {}
  if (types.includes('string')) {
    if (format === undefined) {
      return {
        [TEXT_RULE]: schema[TEXT_RULE] ?? 'line',
        maxLength: schema['maxLength'] ?? DEFAULT_MAX_LENGTH,
      }
    }
    return format === 'date' && where === 'body' ? { [DATE_RULE]: schema[DATE_RULE] ?? 'domain' } : {}
  }
  const isNumber = where === 'body' && (types.includes('number') || types.includes('integer'))
  return isNumber ? { [NUMBER_RULE]: schema[NUMBER_RULE] ?? 'quantity' } : {}
}

/** Teaches a compiler the rules; the parameter `fault` of their errors is the rest of a sentence about the field. */
export function addRules(ajv: Ajv2020): void {
  const rule = (
    keyword: string,
    { faultOf, ...options }: Partial<FuncKeywordDefinition> & { faultOf: FaultOf },
  ): void => {
    const validate: SchemaValidateFunction = (kind: unknown, data: unknown, _schema, place) => {
      const fault = faultOf(data, kind)
      if (fault !== null) {
        validate.errors = [{ keyword, message: fault, params: { fault } }]
        return false
      }
      if (kind === 'name' && place !== undefined) {
        ;(place.parentData as Record<string | number, unknown>)[place.parentDataProperty] = cleanName(
          data as string,
        )
      }
      return true
    }
    ajv.addKeyword({ keyword, validate, errors: true, ...options })
  }
  rule(TEXT_RULE, {
    type: 'string',
    // Lengths and patterns are those of the cleaned text.
    before: 'maxLength',
    modifying: true,
    faultOf: (data, kind) => textFault(data as string, kind as TextKind),
  })
  rule(NUMBER_RULE, {
    type: 'number',
    faultOf: (data, kind) => (kind === 'row' ? null : quantityFault(data as number)),
  })
  rule(DATE_RULE, {
    type: 'string',
    faultOf: (data, kind) => {
      if (kind === 'own') return null
      const day = parseDay(data as string)
      // An invalid date is reported by the check of its format.
      return day === null ? null : dayFault(day)
    },
  })
}

type FaultOf = (data: unknown, kind: unknown) => string | null
