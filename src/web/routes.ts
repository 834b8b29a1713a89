import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

const legalTexts = ['terms-conditions', 'privacy-policy', 'refund', 'terms-and-conditions']

/** Every page, once: `hi?` serves it at /x in English and at /hi/x in Hindi. */
const pages: RouteConfig = prefix('hi?', [
  layout('./shell/site-frame.tsx', [
    index('./home/home-page.tsx'),
    route('about-us', './pages/about-page.tsx'),
    route('contact-us', './pages/contact-page.tsx'),
    ...legalTexts.map((name) => route(name, './pages/legal-page.tsx', { id: name })),
    route('*', './missing-page.tsx'),
  ]),
])

export default [
  ...(await pages),
  route('theme', './set-theme.ts'),
  route('logout', './shell/log-out.ts'),
] satisfies RouteConfig
