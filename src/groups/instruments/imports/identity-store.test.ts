import { expect, test } from 'vitest'
import { isUuid } from '../../../kernel/ids.ts'
import { entityIdOf } from '../../../market/entity-id.ts'

test('a listing has one id, however a file writes its ticker and its venue', () => {
  expect(isUuid(entityIdOf('AAPL', 'XNAS'))).toBe(true)
  expect(entityIdOf('aapl', 'XNAS')).toBe(entityIdOf('AAPL', 'XNAS'))
  expect(entityIdOf('BRK-B', 'XNYS')).toBe(entityIdOf('BRK.B', 'XNYS'))
  expect(entityIdOf('SAP.DE', 'XETR')).toBe(entityIdOf('SAP', 'XETR'))
  expect(entityIdOf('AAPL', 'ARCX')).toBe(entityIdOf('AAPL', 'XNAS'))
})

test('the same ticker at another venue is another listing', () => {
  expect(entityIdOf('SAP', 'XETR')).not.toBe(entityIdOf('SAP', 'XNYS'))
  expect(entityIdOf('AAPL', 'NOWHERE')).not.toBe(entityIdOf('AAPL', 'XNAS'))
})
