import { describe, expect, test } from 'vitest'
import { toPage, windowOf } from './page.ts'

describe('pages', () => {
  test.each([
    [1, 20, { offset: 0, limit: 20 }],
    [3, 7, { offset: 14, limit: 7 }],
  ])('page %i of %i items begins after the pages before it', (page, page_size, window) => {
    expect(windowOf({ page, page_size })).toEqual(window)
  })

  test.each([
    [1, 2, 4, true],
    [2, 2, 4, false],
    [2, 2, 5, true],
    [9, 2, 5, false],
    [1, 2, 0, false],
  ])('page %i of %i items out of %i has more: %s', (page, page_size, total, has_more) => {
    expect(toPage({ items: ['x'], total }, { page, page_size })).toEqual({
      items: ['x'],
      total,
      has_more,
      page,
      page_size,
    })
  })
})
