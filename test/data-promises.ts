/** Where a promise of our published texts is kept. */
export type Kept = {
  /** The test that fails when the promise is broken: its file, and its name as the code spells it. */
  test: readonly [file: string, name: string]
  /** A change that breaks the promise: `npm run promises` makes it and expects the test to fail. */
  break: readonly [file: string, from: string, to: string]
}

const privacy = 'src/server/privacy/privacy.test.ts'
const verification = 'src/server/mentors/verification'
const cases = 'src/server/support/cases'

/** Promises about data, by the id that ends their line in `content/`. */
export const dataPromises: Record<string, Kept> = {
  'data-kept': {
    test: [privacy, 'every table is in the list of personal data or is known to have none'],
    break: ['src/server/people/profiles/personal.ts', "table: 'learner',", "table: 'family',"],
  },
  'e-kyc-kept': {
    test: [
      'src/server/mentors/verification/e-kyc.test.ts',
      'nothing of a file but what is listed is in any table, log line or folder',
    ],
    break: [
      'src/server/mentors/verification/e-kyc.ts',
      "writeAudit(tx, viewer, 'mentor.e-kyc', of)",
      "writeAudit(tx, viewer, 'mentor.e-kyc', { ...of, detail: { note: answer.person.born } })",
    ],
  },
  'no-trackers': {
    test: ['src/web/response-headers.test.ts', 'pages run scripts and load files from our own address only'],
    break: ['src/web/response-headers.ts', '"default-src \'self\'"', '"default-src \'self\' https:"'],
  },
  'first-name-only': {
    test: [
      'src/server/classes/calendar/calendar.test.ts',
      'lists all lessons of a month for either side, with first names only for the mentor',
    ],
    break: [
      'src/server/classes/calendar/calendar.ts',
      "('mentorId' in owner ? firstName(learnerName) : learnerName)",
      'learnerName',
    ],
  },
  'reviews-only': {
    test: ['test/canary.test.ts', 'a review shows only the class and area of the family'],
    break: [
      'src/server/reviews/queries.ts',
      'replyWords, repliedAt, writtenAt, ...rest',
      'repliedAt, writtenAt, ...rest',
    ],
  },
  'mentor-private': {
    test: ['test/canary.test.ts', 'no private field reaches'],
    break: [
      'src/server/mentors/search/queries.ts',
      "'brief', case when m.admin_brief_visible",
      "'brief', m.email || case when m.admin_brief_visible",
    ],
  },
  'views-logged': {
    test: [
      'src/server/reference/media/media.test.ts',
      'opens through a link only, for its uploader and for admins, whose access is logged',
    ],
    break: ['src/server/reference/media/routes.ts', "'media.look', {", "'media.seen', {"],
  },
  'tax-returns': {
    test: [
      'src/server/money/invoices/invoices.test.ts',
      'reports TDS, TCS and commission of a period, equal to the books',
    ],
    break: ['src/server/money/invoices/reports.ts', "?.pan || 'PANNOTAVBL'", "?.gstin || 'PANNOTAVBL'"],
  },
  'bank-check': {
    test: [
      'src/server/money/payouts/accounts.test.ts',
      'pays an account only after the bank has confirmed the mentor’s name',
    ],
    break: ['src/server/money/payouts/account-rows.ts', "select c.status = 'proven' as is", 'select true as is'],
  },
  'child-record': {
    test: ['src/server/people/profiles/profiles.test.ts', 'adds a learner once, updates, archives and restores it'],
    break: [
      'src/server/people/profiles/learners.ts',
      'await rows.setArchived(tx, familyId, id, archived)',
      'await rows.setArchived(tx, familyId, id, false)',
    ],
  },
  'books-kept': {
    test: [privacy, 'erases a family: only what the page lists is left, and the other side keeps its own words'],
    break: [
      'src/server/privacy/privacy.ts',
      'await eraseAccount({ db, queue }, id, accountId)',
      'await rows.setCancelled(db, accountId)',
    ],
  },
  erased: {
    test: [privacy, 'erases a family: only what the page lists is left, and the other side keeps its own words'],
    break: ['src/server/chat/personal.ts', "erase: { text: '…', masked_text: null,", 'erase: { masked_text: null,'],
  },
  'documents-deleted': {
    test: [
      `${verification}/retention.test.ts`,
      "deletes a rejected applicant's document after 30 days and the CV after 180, once, with an audit row",
    ],
    break: [
      `${verification}/due-rows.ts`,
      `m.cv is not null and \${rejectedFor(rejectedCvDays)}`,
      'm.cv is not null and false',
    ],
  },
  'evidence-kept': {
    test: [
      `${cases}/evidence.test.ts`,
      'a safety case keeps messages and files of both sides, and of nobody else, until a year after it is closed',
    ],
    break: [
      'src/server/reference/media/queries.ts',
      ".where('erased_at', 'is', null)\n    .where(sql<boolean>`not account_is_held(account_id)`)",
      ".where('erased_at', 'is', null)",
    ],
  },
  'own-data': {
    test: [privacy, 'the download has the rows of the person and nobody else, without secrets'],
    break: ['src/server/people/profiles/personal.ts', "table: 'learner',", "table: 'family',"],
  },
  'consent-withdrawn': {
    test: [
      'src/server/people/consents/consents.test.ts',
      'withdrawing deletes a mentor’s documents at once, and new ones need the consent again',
    ],
    break: [
      'src/server/privacy/own-consents.ts',
      "if (kind === 'documents') await deleteDocumentsOf(tx, queue, viewer)",
      '',
    ],
  },
  'parent-agrees': {
    test: [
      'src/server/people/consents/consents.test.ts',
      'a learner under 18 needs the consent of a parent with name and relation, once for the family',
    ],
    break: [
      'src/server/people/profiles/learners.ts',
      "if (!parent) throw new AppError('parent-consent-needed')",
      'if (!parent) return',
    ],
  },
  'mentor-conduct': {
    test: [
      'src/server/people/consents/consents.test.ts',
      'a mentor accepts the code of conduct before the application is submitted',
    ],
    break: [
      'src/server/mentors/applications/applications.ts',
      "await ensureConduct(tx, viewer.accountId, 'mentor-conduct')",
      '',
    ],
  },
  'family-conduct': {
    test: [
      'src/server/people/consents/consents.test.ts',
      'the first class at home of a child needs the code of conduct, once',
    ],
    break: [
      'src/server/people/profiles/learners.ts',
      'if (!(await rows.isAdult(tx, learnerId))) await',
      'if (false) await',
    ],
  },
  sealed: {
    test: [
      'src/server/reference/media/documents.test.ts',
      'is unreadable in the store, and the original through its link',
    ],
    break: ['src/server/providers/storage/sealed-store.ts', 'key.endsWith(sealedEnding)', 'false'],
  },
}
