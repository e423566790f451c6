/**
 * What the code relies on and a server, a database or a role may say otherwise. Those that a pooler keeps for each of its
 * clients come first.
 */
export const TRACKED_SETTINGS = { datestyle: 'ISO, MDY', timezone: 'UTC', standard_conforming_strings: 'on' }
const OTHERS = {
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  // The shortest text that reads back as the same double.
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
  row_security: 'on',
  // To compile a statement of many branches takes a second; to run it, milliseconds.
  jit: 'off',
  // The limits of this process hold: `BoundedPool` has them for requests, and an import takes as long as it must.
  statement_timeout: '0',
  lock_timeout: '0',
}

/** Of every session. The encoding is not among them: `pg` always asks for UTF-8. */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = { ...TRACKED_SETTINGS, ...OTHERS }
