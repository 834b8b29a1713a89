import { late } from '../../ui/late.tsx'

export const WrongRole = late('wrong-role', async () => (await import('./role-pages.tsx')).WrongRole)
export const MentorWithoutApplication = late(
  'no-application',
  async () => (await import('./role-pages.tsx')).MentorWithoutApplication,
)
