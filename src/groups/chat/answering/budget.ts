import { fail } from '../../../kernel/fail.ts'
import type { Id } from '../../../kernel/ids.ts'
import { describeError, type Logger } from '../../../kernel/logger.ts'
import { DAY_MS, formatDay, SECOND_MS, utcDay } from '../../../kernel/time.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { BudgetStore } from './budget-store.ts'

/** A tenant's daily allowance of language-model tokens; days in UTC. */
export interface ModelBudget {
  /** Throws 429 `LLM_BUDGET_EXCEEDED` once the tokens of today are used up. */
  admit(tenantId: Id): Promise<void>
  /** Records used tokens; never rejects. */
  spend(tenantId: Id, tokens: number): Promise<void>
}

export interface ModelBudgetDeps {
  store: BudgetStore
  clock: Clock
  logger: Logger
  /** Null for no limit. */
  tokensPerDay: number | null
}

/**
 * Counts tokens after each answer: answers running at the same time may together exceed the budget, each by at most one answer's tokens.
 */
export function createModelBudget({ store, clock, logger, tokensPerDay }: ModelBudgetDeps): ModelBudget {
  const today = (): string => formatDay(utcDay(clock.now()))
  return {
    async admit(tenantId) {
      if (tokensPerDay === null || (await store.used(tenantId, today())) < tokensPerDay) return
      const seconds = Math.ceil((DAY_MS - (clock.now() % DAY_MS)) / SECOND_MS)
      fail(
        'LLM_BUDGET_EXCEEDED',
        `The ${tokensPerDay} tokens of the language model that the tenant has for today are used up.`,
        { 'Retry-After': String(seconds) },
      )
    },
    async spend(tenantId, tokens) {
      try {
        await store.add(tenantId, today(), Math.round(tokens))
      } catch (error) {
        logger.error(describeError(error), 'tokens of the language model could not be counted')
      }
    },
  }
}

/** Budget for answers that use no model. */
export const NO_BUDGET: Pick<ModelBudget, 'admit'> = { admit: async () => undefined }
