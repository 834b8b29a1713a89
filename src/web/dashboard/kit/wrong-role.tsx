import { late } from '../../ui/late.tsx'

export const WrongRole = late('role-pages', async () => (await import('./role-pages.tsx')).WrongRole)
export const MentorWithoutApplication = late(
  'role-pages',
  async () => (await import('./role-pages.tsx')).MentorWithoutApplication,
)
