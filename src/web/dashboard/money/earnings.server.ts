import { type RouterContextProvider, redirect } from 'react-router'
import { type Earnings, ownEarnings } from '#contract/money/payouts.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { readApi } from '../../api.ts'
import { currentLocale, localHref } from '../../locale.ts'

const perPage = 20

/** A page of the mentor's earnings; `before` in the address is the cursor. Subjects are in the reader's language. */
export async function loadEarnings(context: Readonly<RouterContextProvider>, url: URL): Promise<Earnings> {
  const cursor = url.searchParams.get('before')
  const query = { limit: perPage, ...(cursor && { cursor }) }
  const page = await readApi(context, ownEarnings, { query }).catch((error: unknown) => {
    // The cursor belongs to another list.
    if (cursor) throw redirect(localHref('/dashboard/mentor/earnings'))
    throw error
  })
  const withSubjectName = (lesson: Earnings['held'][number]['lesson']) => ({
    ...lesson,
    subject: subjectIn(lesson.subject, currentLocale()),
  })
  return {
    ...page,
    data: page.data.map((row) => ({ ...row, lesson: row.lesson && withSubjectName(row.lesson) })),
    held: page.held.map((row) => ({ ...row, lesson: withSubjectName(row.lesson) })),
  }
}
