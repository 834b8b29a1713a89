import { redirect } from 'react-router'
import { type Earnings, ownEarnings } from '#contract/money/payouts.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { dateInIndia } from '#contract/wire/time.ts'
import { type LoaderContext, readApi } from '../../api.ts'
import { currentLocale, localHref } from '../../locale.ts'
import { parseMonth } from '../kit/parse-month.ts'

const perPage = 20

/** `month`: the month whose classes are in `data`; null when they are all folded. */
export type ShownEarnings = Earnings & { month: string | null }

/**
 * The mentor's earnings with a page of the classes of `month` in the address, by default the current one; `before` is
 * the cursor. Subjects are in the reader's language.
 */
export async function loadEarnings(context: LoaderContext, url: URL): Promise<ShownEarnings> {
  const month = parseMonth(url.searchParams.get('month') ?? dateInIndia(new Date()).slice(0, 7))
  const cursor = url.searchParams.get('before')
  const query = { limit: perPage, ...(cursor && { cursor }), ...(month && { month }) }
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
    month,
    data: page.data.map((row) => ({ ...row, lesson: row.lesson && withSubjectName(row.lesson) })),
    held: page.held.map((row) => ({ ...row, lesson: withSubjectName(row.lesson) })),
  }
}
