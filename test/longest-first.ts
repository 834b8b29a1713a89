import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = [
  'search/growth',
  'payments/gateways',
  'test/races',
  'test/fuzz',
  'media/pdf',
  'test/access',
  'test/free-time-races',
  'test/delivery',
  'start/hiccups',
  'e2e/axe',
  'e2e/pages',
  'e2e/signup',
  'e2e/admin-mentors',
  'start/start',
  'e2e/offline',
  'e2e/booking',
  'e2e/filters',
  'e2e/journey',
  'e2e/settings',
  'e2e/seo',
  'e2e/paying',
  'e2e/payouts',
]
const positionOf = ({ moduleId }: TestSpecification) => {
  const position = longest.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
  return position < 0 ? longest.length : position
}

/** Starts the longest files first, so that no worker runs one alone at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => positionOf(a) - positionOf(b))
  }
}
