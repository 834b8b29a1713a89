import { index, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page, once: `hi?` serves it at /x in English and at /hi/x in Hindi. */
const pages: RouteConfig = prefix('hi?', [index('./home/home-page.tsx'), route('*', './missing-page.tsx')])

export default [...(await pages), route('theme', './set-theme.ts')] satisfies RouteConfig
