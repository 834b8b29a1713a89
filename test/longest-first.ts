import { BaseSequencer, type TestSpecification } from 'vitest/node'

const longest = [
  'search/growth',
  'test/delivery',
  'test/fuzz',
  'test/access',
  'test/canary-places',
  'test/audit-entries',
  'media/documents',
  'test/races',
  'test/free-time-races',
  'test/money-model',
  'payments/gateways',
  'media/aadhaar',
  'media/pdf',
  'disputes/appeals',
  'privacy/privacy',
  'test/sql-statements',
  'test/access-states',
  'payments/payments',
  'disputes/disputes',
  'verification/changes',
  'start/hiccups',
  'e2e/axe',
  'e2e/pages',
  'e2e/signup',
  'start/start',
  'start/processes',
  'e2e/journey',
  'e2e/paying',
  'e2e/privacy',
  'e2e/admin-mentors',
  'e2e/booking',
  'e2e/offline',
  'e2e/filters',
  'e2e/settings',
  'e2e/seo',
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
