import type { RouterContextProvider } from 'react-router'
import { familyHome, homePages } from '#contract/apps/family-home.ts'
import { subjectIn } from '#contract/reference/catalogue.ts'
import { readApi } from '../../api.ts'
import { currentLocale } from '../../locale.ts'
import { monthsAt } from './after-demo.server.ts'
import { pagesIn, toShownBooking } from './bookings.server.ts'
import { isActive } from './classes.ts'

/** What a family's home shows, in the viewer's language; the URL has the number of pages of bookings. */
export async function loadFamilyHome(
  context: Readonly<RouterContextProvider>,
  url: URL,
  areaName: (name: string) => string,
) {
  const locale = currentLocale()
  const pages = pagesIn(url, homePages.most)
  const { data } = await readApi(context, familyHome, { query: { pages } })
  const all = data.bookings.map((one) => toShownBooking(one, locale, areaName))
  const cards = all.slice(0, pages * homePages.bookings)
  return {
    active: all.filter(isActive),
    cards,
    morePages: cards.length < all.length ? pages + 1 : null,
    orders: data.orders.map((one) => ({ ...one, subject: subjectIn(one.subject, locale) })),
    codes: data.codes.map((one) => ({ ...one, subjectName: subjectIn(one.subject, locale) })),
    prompts: data.prompts,
    months: monthsAt(all, data.months),
    addresses: data.addresses,
  }
}
