import { type JobName, schedule } from '#server/jobs.ts'

const isWithin = (part: string, value: number): boolean =>
  part.split(',').some((one) => {
    const [range = '', step = '1'] = one.split('/')
    const [from = '*', to = from] = range.split('-')
    const [low, high] = from === '*' ? [0, 99] : [Number(from), Number(to)]
    return value >= low && value <= high && (value - low) % Number(step) === 0
  })

/** Scheduled jobs with a run in a period, in the order of their list. Cron expressions of minutes and hours in UTC. */
export function jobsDue(after: Date, until: Date): JobName[] {
  const minutes: Date[] = []
  for (let at = after.getTime() - (after.getTime() % 60_000) + 60_000; at <= until.getTime(); at += 60_000)
    minutes.push(new Date(at))
  return (Object.keys(schedule) as JobName[]).filter((name) => {
    const [minute = '', hour = '', ...days] = (schedule[name] ?? '').split(' ')
    if (days.join() !== '*,*,*') throw new Error(`${name} runs on some days only, which is not simulated`)
    return minutes.some((at) => isWithin(minute, at.getUTCMinutes()) && isWithin(hour, at.getUTCHours()))
  })
}
