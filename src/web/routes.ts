import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

const legalTexts = ['terms-conditions', 'privacy-policy', 'refund', 'terms-and-conditions']

/** Every page, once: `hi?` serves it at /x in English and at /hi/x in Hindi. */
const pages: RouteConfig = prefix('hi?', [
  layout('./shell/site-frame.tsx', [
    index('./home/home-page.tsx'),
    route('mentors', './mentors/list-page.tsx'),
    route('mentors/:slug', './mentors/profile-page.tsx'),
    route('mentors/:slug/reviews', './mentors/reviews-page.tsx'),
    route('tutors', './landing/overview-page.tsx'),
    route('tutors/:subject', './landing/subject-page.tsx'),
    route('tutors/:subject/:city', './landing/city-page.tsx'),
    route('about-us', './pages/about-page.tsx'),
    route('contact-us', './pages/contact-page.tsx'),
    ...legalTexts.map((name) => route(name, './pages/legal-page.tsx', { id: name })),
    route('login', './accounts/login-page.tsx'),
    route('admin/login', './accounts/admin-login-page.tsx'),
    route('payment-status', './payments/payment-status-page.tsx'),
    route('receipt/:order', './payments/receipt-file.ts'),
    route('signup', './signup/signup-page.tsx'),
    route('selected-mentors', './mentors/selected-page.tsx'),
    route('shortlist', './shortlist/shortlist-page.tsx'),
    route('chat/:party?', './chat/chat-page.tsx'),
    route('dashboard', './dashboard/by-type.ts'),
    layout('./dashboard/dashboard-frame.tsx', [
      route('dashboard/student', './dashboard/student-page.tsx'),
      route('dashboard/mentor', './dashboard/mentor-page.tsx'),
      route('dashboard/student/timetable/:booking', './dashboard/family-timetable-page.tsx'),
      route('dashboard/student/another-mentor/:booking', './dashboard/replacement-page.tsx'),
      route('dashboard/mentor/timetable/:booking', './dashboard/timetable-page.tsx'),
      route('dashboard/calendar', './dashboard/calendar-page.tsx'),
      // One route: what each page has of its own stands in the list that every page loads.
      route('dashboard/mentor/availability/:leave?', './dashboard/availability-page.tsx'),
      route('dashboard/settings', './dashboard/settings-page.tsx'),
    ]),
    route('sheets/:booking/:month/:kind', './dashboard/sheet-file.ts'),
    route('dashboard/switch', './dashboard/switch-role.ts'),
    route('news', './news/news-page.tsx'),
    route('message-off/:token', './news/message-off-page.tsx'),
    route('offline', './offline/offline-page.tsx'),
    route('*', './missing-page.tsx'),
  ]),
  layout('./signup/form-frame.tsx', [
    // One route for its sections: the list of routes is in every page.
    route('signup/:section', './signup/section-page.tsx'),
    route('signup/check', './signup/check-page.tsx'),
  ]),
  layout('./admin/admin-frame.tsx', [
    route('admin', './admin/overview-frame.tsx', [
      index('./admin/admin-page.tsx', { id: 'admin-overview' }),
      route('overview/mentors', './admin/overview-mentors-page.tsx'),
      route('overview/students', './admin/overview-students-page.tsx'),
      route('overview/reports', './admin/overview-reports-page.tsx'),
    ]),
    route('admin/search', './admin/search-page.tsx'),
    route('admin/mentors', './admin/mentors-page.tsx'),
    route('admin/mentors/:id', './admin/mentor-page.tsx', { id: 'admin-mentor' }, [
      route(':document', './admin/document-page.tsx'),
    ]),
    route('call-admin', './admin/call-admin-page.tsx'),
    route('admin/refunds', './admin/refunds-page.tsx'),
    route('admin/disputes', './admin/disputes-page.tsx'),
    route('admin/reviews', './admin/reviews-page.tsx', { id: 'admin-reviews' }),
    route('admin/books', './admin/books-page.tsx'),
    route('admin/payouts', './admin/payouts-page.tsx'),
    route('admin/payouts/:id', './admin/payout-batch-page.tsx'),
    route('admin/messages', './admin/messages-page.tsx'),
    route('admin/reports', './admin/cases-page.tsx'),
    route('admin/reports/:id', './admin/case-page.tsx'),
    route('admin/reports/:id/chat', './admin/case-chat-page.tsx'),
    route('admin/sessions', './admin/classes-page.tsx'),
    route('admin/sessions/bookings', './admin/bookings-page.tsx'),
    route('admin/sessions/:booking', './admin/booking-page.tsx'),
    route('admin/users', './admin/families-page.tsx'),
    route('admin/users/admins', './admin/admins-page.tsx'),
    route('admin/users/:id', './admin/account-page.tsx'),
    route('admin/settings/rates', './admin/rates-page.tsx'),
    route('admin/settings/:part?', './admin/settings-page.tsx'),
    route('admin/audit', './admin/audit-page.tsx'),
    // Sections that are only named so far. One route: the list of routes is in every page.
    route('admin/:section', './admin/later-page.tsx'),
  ]),
  route('more/mentors', './mentors/more/list.ts'),
  route('more/selected-mentors', './mentors/more/selected.ts'),
  route('more/mentors/:slug/reviews', './mentors/more/reviews.ts'),
  route('payouts/:id', './payouts/statement-page.tsx'),
  route('payouts/:id/:kind', './payouts/statement-file.ts'),
  route('news/:id', './news/open.ts'),
  route('logout', './accounts/log-out.ts'),
  route('shortlist/keep', './shortlist/keep.ts'),
])

export default [
  ...(await pages),
  route('theme', './set-theme.ts'),
  route('manifest.webmanifest', './offline/manifest.ts'),
] satisfies RouteConfig
