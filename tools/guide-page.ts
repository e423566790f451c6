import type { Guide } from '../src/cli/guides/guide.ts'

/** What docs/importing.md says of a layout. */
export function guidePage(guide: Guide): string {
  const { description, parts, layout, sample, sources, rejected, alsoRejected } = guide
  const title = sample.member === undefined ? sample.file : `${sample.file}, in it ${sample.member}`
  const left =
    rejected.length === 0 ? [] : ['| Row | Message |', '|---|---|', ...rejected.map(rejectedRow), '']
  return [
    `${escape(description)}`,
    '',
    `| ${parts} | |`,
    '|---|---|',
    ...layout.map(([name, meaning]) => `| ${name} | ${meaning} |`),
    '',
    `Sample \`${title}\`:`,
    '',
    '```',
    ...sample.lines,
    '```',
    '',
    '```console',
    `$ npx tidemark ${sample.command}`,
    ...sample.says,
    '```',
    '',
    'Where such files come from:',
    '',
    ...sources.map((source) => `- ${source}`),
    '',
    'What is left out:',
    '',
    ...left,
    ...alsoRejected.map((sentence) => `- ${sentence}`),
  ].join('\n')
}

const rejectedRow = ([row, reason]: readonly [string, string]): string => `| \`${row}\` | ${reason} |`

/** An option is no dash of typography. */
function escape(text: string): string {
  return text.replaceAll(/(--[a-z-]+)/g, '`$1`').replaceAll('NEWS_FEEDS_FILE', '`NEWS_FEEDS_FILE`')
}
