import { Failure } from '../../../kernel/fail.ts'
import type { Catalogue } from './catalogue.ts'
import type { Instrument } from './instrument.ts'

/** The instrument; null where nobody has the id. */
export async function findOrNull(catalogue: Pick<Catalogue, 'find'>, id: string): Promise<Instrument | null> {
  try {
    return await catalogue.find(id)
  } catch (error) {
    if (error instanceof Failure && error.code === 'INSTRUMENT_NOT_FOUND') return null
    throw error
  }
}
