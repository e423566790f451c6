import { CommanderError } from 'commander'
import { describe, expect, it } from 'vitest'
import { createSystemClock } from '../kernel/clock.ts'
import { GUIDES } from './guides/index.ts'
import type { Invocation } from './commands/command.ts'
import { createProgram, isAnswered, usageSentence } from './program.ts'

/** What a command line comes to. */
function parse(...args: string[]) {
  const runs: Invocation[] = []
  let printed = ''
  const program = createProgram({
    run: async (invocation) => void runs.push(invocation),
    clock: createSystemClock(null),
    version: '1.2.3',
    write: (text) => (printed += text),
  })
  try {
    program.parse(args, { from: 'user' })
    return { runs, printed, said: null }
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return { runs, printed, said: isAnswered(error) ? null : usageSentence(error, program, args) }
  }
}

const COMMANDS = [
  ...Object.keys(GUIDES).map((name) => `import ${name}`),
  'explain',
  'doctor',
  'token',
  'migrate',
  'keys reload',
  'tenant set',
]

describe('the command line', () => {
  it.each(COMMANDS)('helps with %s, with an example that begins as it is typed', (command) => {
    const { printed, said, runs } = parse(...command.split(' '), '--help')
    expect([said, runs]).toEqual([null, []])
    expect(printed).toContain(`Usage: tidemark ${command}`)
    expect(printed).toMatch(new RegExp(`Examples:\n  npx tidemark ${command}`))
    expect(printed).toMatch(/--json .*\n[\s\S]*--quiet /)
    expect(parse('help', ...command.split(' ')).said).toBeNull()
  })

  it.each(Object.entries(GUIDES))('shows the sample of import %s in its help', (name, { sample, layout }) => {
    const { printed } = parse('import', name, '--help')
    for (const line of sample.lines) expect(printed).toContain(`  ${line}\n`)
    for (const [part] of layout) expect(printed).toContain(part.replaceAll('`', ''))
    expect(printed).toContain('--dry-run')
  })

  it.each([
    [['import', 'transactions', 'a.csv', '--account', 'A'], true],
    [['import', 'transactions', 'a.csv', '--account', 'A', '--write'], false],
    [['import', 'fx', 'a.csv'], false],
    [['import', 'fx', 'a.csv', '--dry-run'], true],
  ])('tells of %j what it is: a dry run, %s', (args, isDry) => {
    expect(parse(...args).runs.map(({ options }) => options.dryRun)).toEqual([isDry])
  })

  it('says its version', () => {
    expect(parse('--version').printed).toBe('1.2.3\n')
  })

  it.each([
    [['improt'], 'Unknown command improt. Did you mean import? npx tidemark --help lists what there is.'],
    [
      ['import', 'bar'],
      'Unknown command bar. Did you mean bars? npx tidemark import --help lists what there is.',
    ],
    [['xyzzy'], 'Unknown command xyzzy. npx tidemark --help lists what there is.'],
    [
      ['import', 'bars', 'A.csv', '--tikcer', 'A'],
      'Unknown option --tikcer. Did you mean --ticker? npx tidemark import bars --help lists what there is.',
    ],
    [['migrate', '--forse'], 'Unknown option --forse. npx tidemark migrate --help lists what there is.'],
    [
      ['import', 'bars'],
      'import bars needs at least one FILE. npx tidemark import bars --help lists what there is.',
    ],
    [['import', 'lean'], 'import lean needs a FOLDER. npx tidemark import lean --help lists what there is.'],
    [['explain', 'AAPL'], 'explain needs TICKER FIELD. npx tidemark explain --help lists what there is.'],
    [['tenant', 'set'], 'tenant set needs a TENANT. npx tidemark tenant set --help lists what there is.'],
    [
      ['import', 'bars', 'A.csv', '--ticker'],
      'Option --ticker <T> needs a value. npx tidemark import bars --help lists what there is.',
    ],
    [
      ['import', 'instruments', 'a.csv', 'b.csv'],
      'import instruments takes one FILE. npx tidemark import instruments --help lists what there is.',
    ],
    [['migrate', 'now'], 'migrate takes options alone. npx tidemark migrate --help lists what there is.'],
  ])('answers %j in a sentence', (args, sentence) => {
    expect(parse(...args)).toMatchObject({ runs: [], said: sentence })
  })

  it('hands over files and the options that every command has', () => {
    const { runs, said } = parse('import', 'fx', 'a.csv', 'b.csv', '--json', '--dry-run', '--quiet')
    expect([said, runs]).toEqual([
      null,
      [{ command: 'import fx', options: { json: true, dryRun: true, quiet: true }, isPatient: true }],
    ])
    expect(parse('migrate').runs).toEqual([{ command: 'migrate', options: {}, isPatient: false }])
  })
})
