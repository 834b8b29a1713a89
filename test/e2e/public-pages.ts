import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { m } from '#messages'
import { projectMentors } from '#server/mentors/search/projection.ts'
import type { Locale } from '#web/locale.ts'
import type { Site } from './site.ts'

/** A mentor who is no longer listed. */
const gone = 'harpreet-bhatia'
export const hideGoneMentor = async ({ db }: Site): Promise<void> => {
  await sql`update mentor set show_on_website = false where slug = ${gone}`.execute(db)
  await projectMentors(db, 'all')
}

/** Every public page, one address of each kind, without the language prefix. */
export const publicPages = [
  '/',
  '/mentors',
  '/mentors?class=8&subject=mathematics&min=2000&max=6000',
  '/mentors?q=nobodyhasthisname',
  '/mentors?class=8&gold=all',
  '/mentors/sunita-deshpande',
  '/mentors/sunita-deshpande?tab=availability',
  '/mentors/sunita-deshpande/reviews',
  `/mentors/${gone}`,
  '/selected-mentors?id=01890000-0000-7000-8000-000000000000',
  '/tutors',
  '/tutors/mathematics',
  '/tutors/mathematics/indore',
  '/tutors/music/satna',
  '/login',
  '/signup',
  ...['personal', 'education', 'location', 'modes', 'preferences', 'availability', 'details', 'check'].map(
    (one) => `/signup/${one}`,
  ),
  '/about-us',
  '/contact-us',
  '/shortlist',
  '/terms-conditions',
  '/privacy-policy',
  '/refund',
  '/terms-and-conditions',
  '/grievance',
  '/accessibility',
  '/ranking',
  '/cases',
  '/admin/login',
  '/offline',
  '/nowhere',
]
/** Pages with a status other than 200. */
export const statuses: Record<string, number> = { [`/mentors/${gone}`]: 410, '/nowhere': 404 }

export const widths = [360, 820, 1280]
type Look = { width: number; dark: boolean; locale: Locale }
/** Every combination of width, theme and language, phones first. */
export const looks: Look[] = widths.flatMap((width) =>
  [false, true].flatMap((dark) => (['en', 'hi'] as const).map((locale) => ({ width, dark, locale }))),
)

type Press = (page: Page, locale: Locale) => Promise<void>
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).waitFor()
const press = (
  role: 'button' | 'link' | 'tab',
  text: (input: object, options: { locale: Locale }) => string,
): Press => {
  return (page, locale) =>
    page
      .getByRole(role, { name: text({}, { locale }), exact: true })
      .first()
      .click()
}

/** Dialogs and menus: where they are, how to open them, and at which widths. */
export const opened: { name: string; path: string; widths: number[]; open: Press }[] = [
  { name: 'menu', path: '/', widths: [360, 820], open: press('button', m.shell_menu) },
  { name: 'menu of lists', path: '/mentors', widths: [1280], open: press('button', m.shell_find_tutors) },
  {
    name: 'sheet of filters',
    path: '/mentors',
    widths: [360, 820],
    open: async (page, locale) => {
      await press('link', m.list_filters)(page, locale)
      await dialog(page)
      await page.getByRole('dialog').getByText(m.list_more_filters({}, { locale })).click()
    },
  },
  {
    name: 'more filters',
    path: '/mentors',
    widths: [1280],
    open: (page, locale) => page.locator('#filters').getByText(m.list_more_filters({}, { locale })).click(),
  },
  {
    name: 'all gold mentors',
    path: '/mentors',
    widths,
    open: async (page) => {
      await page.locator('section[aria-labelledby=gold-mentors] a[href*="gold=all"]').click()
      await page.getByRole('dialog').getByRole('article').first().waitFor()
    },
  },
  {
    name: 'booking',
    path: '/mentors/sunita-deshpande',
    widths: [360, 820],
    open: async (page, locale) => {
      await press('link', m.book_now)(page, locale)
      await dialog(page)
    },
  },
  {
    name: 'login',
    path: '/mentors/sunita-deshpande?plan=hourly&hours=2',
    widths,
    open: async (page, locale) => {
      const isSheet = (page.viewportSize()?.width ?? 0) < 1024
      await page
        .getByRole(isSheet ? 'link' : 'button', {
          name: isSheet ? m.book_now({}, { locale }) : m.book_now_for({ amount: '' }, { locale }).trim(),
        })
        .first()
        .click()
      if (isSheet) await page.getByRole('dialog').getByRole('button', { name: /₹/ }).click()
      await page.getByLabel(m.login_phone({}, { locale })).waitFor()
    },
  },
]
