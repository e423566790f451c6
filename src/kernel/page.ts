/** What a paged endpoint is asked: pages count from 1. */
export interface PageQuery {
  page: number
  page_size: number
}

/** One page in the envelope of the API. */
export interface Page<T> extends PageQuery {
  items: T[]
  total: number
  has_more: boolean
}

/** The rows that make a page. */
export function windowOf({ page, page_size: limit }: PageQuery): { offset: number; limit: number } {
  return { offset: (page - 1) * limit, limit }
}

/** The page that contains these items out of `total`; a page after the last is empty and has no more. */
export function toPage<T>(
  { items, total }: { items: T[]; total: number },
  { page, page_size: pageSize }: PageQuery,
): Page<T> {
  return { items, total, has_more: page * pageSize < total, page, page_size: pageSize }
}
