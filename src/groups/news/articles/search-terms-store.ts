import { type RawBuilder, sql } from 'kysely'
import type { SearchTerms } from './search-query.ts'

/** Words that the index is asked for, and as many that articles must not have. */
const MOST_SOUGHT = 8

/** Queries of the database's, as it writes them. */
export interface Asked {
  /** Every word and phrase that articles must have. */
  wanted: string | null
  /** The same, without what they must not have. */
  query: string
  /** What the index is asked. Null, which finds nothing, where no word is wanted. */
  sought: string | null
  /** Whether the index answers all of the query. */
  is_exact: boolean
}

/** What {@link SearchTerms} has as one word and articles as several: `amazon.com`, `Q3/2026`, characters without blanks between words. */
const SEVERAL = /[./@_+\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Each term once, however often it was written, and none of words that are too frequent to be looked for. */
function termsOf({ words, phrases, excluded }: SearchTerms): RawBuilder<unknown> {
  const several = words.filter((word) => SEVERAL.test(word))
  const single = words.filter((word) => !SEVERAL.test(word))
  return sql`
    select distinct query, is_refused from (
      select plainto_tsquery('english', article_terms(said)) as query, false as is_refused from unnest(${single}::text[]) as said
      union all select article_query(said), false from unnest(${[...several, ...phrases]}::text[]) as said
      union all select article_query(said), true from unnest(${[...excluded]}::text[]) as said
    ) as said where numnode(query) > 0`
}

/** A word as the text of a query has it, with the mark of a beginning. */
const LEXEME = `'(?:[^']|'')*'(?::\\*)?`

/**
 * What the index is asked, and what is wanted and refused in all. The index reads the articles of every word that it is asked for, and of
 * every word with a beginning, anew for each time that it stands in a query: so it is asked for a few, the longest, and what these leave is
 * looked through for the rest.
 */
export function askedFor(terms: SearchTerms): RawBuilder<Asked> {
  return sql`
    with term as materialized (${termsOf(terms)})
    select (select string_agg(query::text, ' & ')::tsquery from term where not is_refused) as wanted,
      (select string_agg(case when is_refused then '!' else '' end || '(' || query::text || ')', ' & ')::tsquery from term) as query,
      string_agg(lexeme, ' & ') filter (where not is_refused and place <= ${MOST_SOUGHT}::int)::tsquery
        && coalesce(string_agg('!' || lexeme, ' & ') filter (where is_refused and place <= ${MOST_SOUGHT}::int), '')::tsquery as sought,
      max(place) <= ${MOST_SOUGHT}::int and (select bool_and(numnode(query) = 1) from term) as is_exact
    from (
      select lexeme, is_refused,
        row_number() over (partition by is_refused order by lexeme like '%:*', length(lexeme) desc, lexeme) as place
      from (
        select distinct said[1] as lexeme, is_refused from term cross join lateral regexp_matches(query::text, ${LEXEME}::text, 'g') as said
        where not is_refused or numnode(query) = 1
      ) as own
    ) as placed`
}
