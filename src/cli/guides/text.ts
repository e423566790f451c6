import type { Guide } from './guide.ts'

/** What `import X --help` says of a layout. */
export function guideText({ parts, layout, sample, sources, rejected, alsoRejected }: Guide): string {
  const title = sample.member === undefined ? sample.file : `${sample.file}, in it ${sample.member}`
  return [
    `${parts}:`,
    ...layout.map(([name, meaning]) => `  ${plain(name)}\n      ${plain(meaning)}`),
    '',
    `A sample, ${title}:`,
    ...sample.lines.map((line) => `  ${line}`),
    '',
    'Where such files come from:',
    ...sources.map((source) => `  - ${plain(source)}`),
    '',
    'Left out, each with line and reason:',
    ...rejected.map(([row, reason]) => `  - ${row}\n      ${reason}`),
    ...alsoRejected.map((sentence) => `  - ${plain(sentence)}`),
  ].join('\n')
}

/** Without the marks of a page: a terminal shows them as they are. */
function plain(text: string): string {
  return text.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, '$1 (docs/$2)')
}
