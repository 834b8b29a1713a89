import { Form, useFetcher } from 'react-router'
import type { FamilyProfile } from '#contract/people/profiles.ts'
import { m } from '#messages'
import { currentLocale } from '../../locale.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { HindiWord } from '../../ui/hindi-word.tsx'
import { LocalLink } from '../../ui/link.tsx'
import { useToast } from '../../ui/toast.tsx'
import { DashboardForm, useResult } from '../kit/dashboard-form.tsx'
import type { FormResult } from '../kit/form-result.ts'
import { SaveButton } from './save-button.tsx'
import type { Settings } from './settings.server.ts'

type Props = Pick<Settings, 'profile' | 'mentor'>

/** Profile, phone and language. */
export function ProfilePanel({ profile, mentor }: Props) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-8">
      <div className="grid gap-4">
        <section className="card grid gap-4" aria-labelledby="settings-who">
          <div>
            <h2 id="settings-who" className="text-card">
              {mentor ? mentor.fullName : m.settings_who()}
            </h2>
            {mentor && <p className="text-muted text-small tabular-nums">{mentor.number}</p>}
          </div>
          {mentor ? <MentorFacts /> : profile.family && <FamilyForm family={profile.family} />}
        </section>
        {mentor && <LanguageChoice language={profile.language} />}
      </div>
      <div className="grid gap-4">
        <section className="card" aria-labelledby="settings-phone">
          <h2 id="settings-phone" className="text-card">
            {m.settings_phone()}
          </h2>
          <p className="font-semibold tabular-nums">{`+91 ${profile.phone.slice(0, 5)} ${profile.phone.slice(5)}`}</p>
          <p className="text-muted text-small">
            {m.settings_phone_text()} {m.settings_phone_new()}{' '}
            <LocalLink to="/contact-us" className="text-link -my-2.5 inline-block py-2.5">
              {m.shell_contact_us()}
            </LocalLink>
          </p>
        </section>
        {!mentor && <LanguageChoice language={profile.language} />}
        <section className="card" aria-labelledby="settings-privacy">
          <h2 id="settings-privacy" className="text-card">
            {m.privacy_title()}
          </h2>
          <LocalLink to="/dashboard/settings/privacy" className="text-link -mb-2.5 inline-flex min-h-11 items-center">
            {m.privacy_link()}
          </LocalLink>
        </section>
      </div>
    </div>
  )
}

/** A mentor's public profile is changed on its page. */
function MentorFacts() {
  return (
    <>
      <p className="text-muted text-small">{m.settings_mentor_text()}</p>
      <ButtonLink to="/dashboard/mentor/profile" look="outline" className="sm:justify-self-start">
        {m.dash_see_profile()}
      </ButtonLink>
    </>
  )
}

function FamilyForm({ family }: { family: FamilyProfile }) {
  const fetcher = useFetcher<FormResult>()
  const toast = useToast()
  const result = useResult(fetcher, 'profile', 'family')
  const field = (name: keyof FamilyProfile) => ({
    name,
    defaultValue: result?.values[name] ?? family[name] ?? '',
    error: result?.fields[name],
  })
  return (
    <DashboardForm
      fetcher={fetcher}
      intent="profile"
      of="family"
      result={result}
      onDone={() => toast({ title: m.settings_saved() })}
      className="grid gap-4"
    >
      <TextField
        label={m.settings_name()}
        help={m.settings_name_help()}
        required
        maxLength={80}
        autoComplete="name"
        {...field('name')}
      />
      <TextField
        label={m.apply_optional({ label: m.contact_email() })}
        help={m.settings_email_help()}
        type="email"
        maxLength={200}
        autoComplete="email"
        {...field('email')}
      />
      <TextField
        label={m.apply_optional({ label: m.settings_address() })}
        help={m.settings_address_help()}
        maxLength={200}
        autoComplete="street-address"
        {...field('address')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={m.apply_optional({ label: m.settings_area() })}
          maxLength={80}
          autoComplete="address-level3"
          {...field('area')}
        />
        <TextField
          label={m.apply_optional({ label: m.settings_city() })}
          maxLength={80}
          autoComplete="address-level2"
          {...field('city')}
        />
      </div>
      <SaveButton fetcher={fetcher} />
    </DashboardForm>
  )
}

/** Switches the language with a full page load. */
function LanguageChoice({ language }: { language: 'en' | 'hi' }) {
  const hindi = currentLocale() === 'hi' ? 'हिन्दी' : <HindiWord id="hindi" text="हिन्दी" className="w-[2.3em]" />
  return (
    <section className="card" aria-labelledby="settings-language">
      <h2 id="settings-language" className="text-card">
        {m.settings_language()}
      </h2>
      <p className="mb-3 text-muted text-small">
        {m.settings_language_text()}
        {language !== currentLocale() && <b className="block text-text">{m.settings_language_differs()}</b>}
      </p>
      <Form method="post" reloadDocument>
        <input type="hidden" name="intent" value="language" />
        <fieldset aria-label={m.settings_language()} className="tabs-segments theme-switch">
          <button type="submit" name="language" value="en" lang="en" aria-pressed={language === 'en'}>
            English
          </button>
          <button type="submit" name="language" value="hi" lang="hi" aria-pressed={language === 'hi'}>
            {hindi}
          </button>
        </fieldset>
      </Form>
    </section>
  )
}
