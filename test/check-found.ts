import type { CheckKind } from '#contract/reference/catalogue.ts'
import { inDays } from './test-app.ts'

const evidence: Record<CheckKind, Record<string, unknown>> = {
  identity: { basis: 'aadhaar', method: 'original' },
  qualification: { basis: 'degree-certificate', method: 'original', degree: 'bsc_mathematics', degreeYear: 2013 },
  interview: { basis: 'sample-class', method: 'in-person' },
  police: { basis: 'police-clearance', method: 'original', issuedOn: inDays(-3), validUntil: inDays(200) },
  training: { basis: 'child-safety-course', method: 'original', validUntil: inDays(700) },
}

/** The check form an admin saves today for a passed check of a complete application, without a version. */
export const passedCheck = (kind: string): Record<string, unknown> => ({
  state: 'passed',
  checkedOn: inDays(0),
  ...evidence[kind as CheckKind], // the endpoint refuses other kinds
})
