import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that wait, for polls and leases, or build an index of all listings: begun last, they keep a core idle until they end. */
const LONGEST = ['tests/acceptance/feeds.test.ts', 'src/groups/instruments/search/typed-queries.test.ts']

/** Files in Vitest's own order, the largest first, but those before all others that take long and are small. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((path) => moduleId.endsWith(path))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
