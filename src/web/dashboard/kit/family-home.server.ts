import { familyHome } from '#contract/apps/family-home.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { type LoaderContext, readApi } from '../../api.ts'
import { currentLocale } from '../../locale.ts'
import { monthsAt } from './after-demo.server.ts'
import { pagesIn, toBookingsPage } from './bookings.server.ts'

/** What a family's home shows, in the viewer's language; the URL has the number of pages of bookings. */
export async function loadFamilyHome(context: LoaderContext, url: URL, areaName: (name: string) => string) {
  const locale = currentLocale()
  const pages = pagesIn(url)
  const { data } = await readApi(context, familyHome, { query: { pages } })
  const { all, active, cards, morePages } = toBookingsPage(data.bookings, { pages, locale, areaName })
  return {
    active,
    cards,
    morePages,
    orders: data.orders.map((one) => ({ ...one, subject: subjectIn(one.subject, locale) })),
    codes: data.codes.map((one) => ({ ...one, subjectName: subjectIn(one.subject, locale) })),
    prompts: data.prompts,
    months: monthsAt(all, data.months),
    addresses: data.addresses,
  }
}
