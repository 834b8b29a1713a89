import { useEffect, useEffectEvent, useRef } from 'react'
import { Form } from 'react-router'
import { demoPriceRupees, maxHours, type Plan } from '#contract/classes/plans.ts'
import { m } from '#messages'
import { formatClock, formatDate } from '../ui/dates.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { formatRupees } from '../ui/money.tsx'
import { NumberStepper } from '../ui/number-stepper.tsx'
import { ParentFields } from '../ui/parent-fields.tsx'
import { RadioCard } from '../ui/radio-card.tsx'
import {
  type BookingOptions,
  type Choice,
  isAtHome,
  isSingleClass,
  newLearner,
  priceOf,
  subjectsOffered,
} from './booking-choice.ts'
import { BookingStep, ChosenPart, focusInStep } from './booking-step.tsx'
import { ClassAddress, houseField } from './class-address.tsx'
import { FreePicks, pickText } from './free-picks.tsx'
import type { ProfileData } from './profile-data.server.ts'
import { TimePreferences } from './time-preferences.tsx'
import type { Booking } from './use-booking.ts'

type Props = { id: string; booking: Booking; mentor: ProfileData; steps?: boolean }

type Step = 'plan' | 'child' | 'time' | 'place'

const planNames: Record<Plan, () => string> = {
  monthly: m.book_monthly,
  demo: m.book_demo,
  hourly: m.book_hourly,
  months3: m.book_months3,
  months6: m.book_months6,
}

/** Steps with the fields that refusals are about. */
const refusedSteps: [step: Step, codes: string][] = [
  ['plan', 'demo-already-taken'],
  ['child', 'subject-needed subject-not-offered learner-limit parent-consent-needed'],
  ['time', 'slot-taken learner-busy schedule-in-past'],
  ['place', 'address-needed address-out-of-reach mode-not-offered centre-too-large'],
]

/** The booking options. The submit button and the amount are outside and refer to the form by `id`. */
export function BookingForm({ id, booking, mentor, steps = false }: Props) {
  const { choice, change, conduct, asked, isRefused, problem, isAddressOpen, isParentOpen, isPlanChosen } = booking
  const who = useRef<HTMLSelectElement>(null)
  const focusAsked = useEffectEvent(() => {
    if (choice.learner === '') focusInStep(who.current)
    else if (isParentOpen) focusInStep(missingField(document.getElementById(`${id}-parent`)))
    else if (isAddressOpen) focusInStep(document.getElementById(houseField(id)))
    else document.querySelector<HTMLElement>(`button[form="${id}"]`)?.focus()
  })
  // Only the visible one of the two copies of this form can take the focus.
  useEffect(() => {
    if (asked.times > 0) focusAsked()
  }, [asked])
  const openRefused = useEffectEvent((code: string) => {
    // A changed text is that of the tick, unless the sentence at the button is shown.
    const of = code === 'consent-changed' && !conduct ? 'parent-consent-needed' : code
    const step = refusedSteps.find(([, codes]) => codes.split(' ').includes(of))?.[0]
    const at = (inForm: string) => document.querySelector<HTMLElement>(`[id="${id}"] ${inForm}`)
    // An open step hides the plans.
    if (step === 'plan') at('.book-step[open]')?.removeAttribute('open')
    focusInStep(at(step === 'plan' ? '[name=plan]:checked' : `[id$="-${step}"] > summary`))
  })
  useEffect(() => {
    if (problem) openRefused(problem.code)
  }, [problem])
  const { options } = mentor
  const mode = options.modes.find(({ value }) => value === choice.mode)?.label ?? ''
  const plan = (value: Plan) => ({
    name: 'plan',
    value,
    checked: choice.plan === value,
    onChange: () => change({ plan: value }),
  })
  const step = (part: Step) => ({ id: steps ? `${id}-${part}` : null, group: `${id}-step` })
  const price = (of: Plan) => formatRupees(priceOf(options, { ...choice, plan: of, hours: 1 }))
  const chosenPlan = joined([planNames[choice.plan](), formatRupees(priceOf(options, choice))])
  return (
    <Form
      id={id}
      method="post"
      className="book-fields"
      onSubmit={(event) => {
        event.preventDefault()
        booking.send()
      }}
    >
      <input type="hidden" name="mentorId" value={mentor.id} />
      <input type="hidden" name="formKey" value={mentor.formKey} />
      <input type="hidden" name="policy" value={mentor.policy} />
      <ChosenPart isOpen={steps || !isPlanChosen || choice.plan !== 'demo'} title={m.book_plan()} choice={chosenPlan}>
        <fieldset className="plans">
          <legend className="sr-only">{m.book_plan()}</legend>
          <RadioCard
            {...plan('monthly')}
            title={m.book_monthly()}
            text={m.book_monthly_text({ mode: lower(mode) })}
            amount={price('monthly')}
            unit={m.ui_a_month()}
          />
          <RadioCard
            {...plan('demo')}
            title={m.book_demo()}
            text={mentor.texts.demo}
            amount={formatRupees(demoPriceRupees)}
            unit={m.book_once()}
          />
          <RadioCard
            {...plan('hourly')}
            title={m.book_hourly()}
            text={m.book_hourly_text()}
            amount={price('hourly')}
            unit={m.book_an_hour()}
          />
          {choice.plan === 'hourly' && (
            <NumberStepper
              label={m.book_hours()}
              name="hours"
              min={1}
              max={maxHours}
              step={0.5}
              initial={choice.hours}
              onValue={(hours) => change({ hours })}
            />
          )}
          {(['months3', 'months6'] as const).map((value) => (
            <RadioCard
              key={value}
              {...plan(value)}
              title={planNames[value]()}
              amount={price(value)}
              unit={saving(options.discounts[value])}
            />
          ))}
        </fieldset>
      </ChosenPart>
      <BookingStep {...step('time')} title={m.book_step_time()} choice={timeText(mentor, choice)}>
        <ChosenPart
          isOpen={steps || choice.at === '' || !isSingleClass(choice.plan)}
          title={m.book_first_class()}
          choice={timeText(mentor, choice)}
        >
          <FreePicks form={id} booking={booking} mentor={mentor} />
          {isSingleClass(choice.plan) && choice.at === '' && (
            <div className="grid grid-cols-2 gap-3 [&_.control]:min-w-0 [&_.control]:px-2.5">
              <TextField
                label={m.book_wish_date()}
                name="date"
                type="date"
                min={mentor.today}
                required={choice.time !== ''}
                value={choice.date}
                onChange={(event) => change({ date: event.currentTarget.value })}
              />
              <TextField
                label={m.book_wish_time()}
                name="time"
                type="time"
                step={300}
                required={choice.date !== ''}
                value={choice.time}
                onChange={(event) => change({ time: event.currentTarget.value })}
              />
              <p className="col-span-2 text-small text-muted">{mentor.texts.wish}</p>
            </div>
          )}
          {!isSingleClass(choice.plan) && <TimePreferences booking={booking} mentor={mentor} />}
        </ChosenPart>
      </BookingStep>
      <BookingStep {...step('child')} title={m.book_step_child()} choice={childText(options, choice)}>
        <SelectField
          label={m.book_subject()}
          name="subject"
          options={subjectsOffered(options, choice)}
          value={choice.subject}
          onChange={(event) => change({ subject: event.currentTarget.value })}
        />
        {options.learners.length > 0 && (
          <SelectField
            ref={who}
            label={m.book_for()}
            name="learner"
            required
            error={choice.learner === '' && asked.times > 0 ? mentor.missing?.child : undefined}
            {...(choice.learner === '' && { empty: m.book_choose_child() })}
            options={[...options.learners, { value: newLearner, label: m.book_other_child() }]}
            value={choice.learner}
            onChange={(event) => change({ learner: event.currentTarget.value })}
          />
        )}
        {choice.learner === newLearner && (
          <>
            {mentor.parent && (
              <ParentFields
                id={`${id}-parent`}
                prefix="parent."
                text={mentor.parent}
                answers={booking.answers}
                onAnswers={(parent) => change({ parent })}
                withConsent
                error={isParentOpen && isRefused ? mentor.missing?.parent : undefined}
              />
            )}
            <div className="grid grid-cols-2 items-end gap-3 [&_.control]:min-w-0">
              <TextField
                label={m.book_child()}
                name="name"
                maxLength={80}
                autoComplete="off"
                value={choice.name}
                onChange={(event) => change({ name: event.currentTarget.value })}
              />
              <SelectField
                label={m.book_child_class()}
                name="grade"
                options={options.grades}
                empty={m.book_choose_class()}
                value={choice.grade}
                onChange={(event) => change({ grade: event.currentTarget.value })}
              />
            </div>
          </>
        )}
      </BookingStep>
      <BookingStep
        {...step('place')}
        title={m.list_where()}
        choice={joined([mode, isAtHome(choice.mode) && booking.address.area])}
      >
        <SelectField
          label={m.list_where()}
          name="mode"
          options={options.modes}
          value={choice.mode}
          onChange={(event) => change({ mode: event.currentTarget.value })}
        />
        {isAtHome(choice.mode) && <ClassAddress form={id} booking={booking} mentor={mentor} />}
      </BookingStep>
    </Form>
  )
}

/** The first empty field of these. */
const missingField = (fields: HTMLElement | null) =>
  fields?.querySelector<HTMLElement>('input:invalid') ?? fields?.querySelector<HTMLElement>('input') ?? null

const joined = (words: readonly (string | false | undefined)[]) => words.filter(Boolean).join(', ')

function childText(options: BookingOptions, choice: Choice): string {
  const { learner, name, subject } = choice
  const who = options.learners.find(({ value }) => value === learner)?.label
  const what = subjectsOffered(options, choice).find(({ value }) => value === subject)?.label
  return learner === '' ? m.book_choose_child() : joined([what, who ?? name])
}

function timeText({ free, days }: ProfileData, { at, days: chosen, date, time }: Choice): string {
  const picked = at && (free.picks.find(([value]) => value === at)?.[1] ?? pickText(at))
  const wished = days.filter(({ day }) => chosen.includes(day)).map(({ label }) => label)
  return (
    joined([picked, ...wished, !at && date && formatDate(date), !at && time && formatClock(time)]) || m.book_time_open()
  )
}

const saving = (percent: number) =>
  percent > 0 && <span className="font-semibold text-tick">{m.book_percent_off({ percent })}</span>

/** Lower-cases a text for the middle of a sentence, for example "20 hours, at your home". */
const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)
