import { Form } from 'react-router'
import type { Device } from '#contract/people/profiles.ts'
import { m } from '#messages'
import { localHref } from '../../locale.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDateTime, formatDay } from '../../ui/dates.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toast.tsx'
import { DashboardForm, type FormFetcher, useResult } from '../kit/dashboard-form.tsx'
import { useSharedFetcher } from '../kit/use-shared-fetcher.ts'

/** Sessions of the account, and how to end them. */
export function DevicesPanel({ devices }: { devices: readonly Device[] }) {
  const toast = useToast()
  const end = useSharedFetcher('device-end', ({ intent }) => {
    toast({ title: intent === 'devices-end' ? m.settings_devices_ended() : m.settings_device_ended() })
    // The pressed button is gone.
    document.getElementById('devices')?.focus()
  })
  const others = devices.filter(({ current }) => !current)
  return (
    <div className="grid gap-4">
      <p id="devices" tabIndex={-1} className="text-muted">
        {m.settings_devices_text()}
      </p>
      <ul className="card divide-y divide-line py-0!">
        {devices.map((device) => (
          <li key={device._id} className="flex items-center gap-x-3 py-3">
            <Icon name={isPhone(device) ? 'smartphone' : 'monitor'} size={24} className="flex-none text-muted" />
            <div className="min-w-0 grow">
              <h2 className="flex flex-wrap items-center gap-x-2 font-sans font-semibold text-body text-ink">
                {deviceName(device)} {device.current && <Badge kind="paid">{m.settings_device_this()}</Badge>}
              </h2>
              <p className="text-muted text-small">{roles[device.userType]()}</p>
              {!device.current && (
                <p className="text-muted text-small">
                  {m.settings_device_seen({ when: formatDateTime(device.seenAt) })}
                </p>
              )}
              <p className="text-muted text-small">
                {m.settings_device_since({ day: formatDay(device.startedAt, { year: true }) })}
              </p>
            </div>
            {device.current ? (
              <Form method="post" action={localHref('/logout')} className="flex-none">
                <Button type="submit" look="plain" className="px-0!">
                  {m.shell_log_out()}
                </Button>
              </Form>
            ) : (
              <End
                fetcher={end}
                intent="device-end"
                of={device._id}
                label={`${m.shell_log_out()}, ${deviceName(device)}`}
              >
                {m.shell_log_out()}
              </End>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <End fetcher={end} intent="devices-end" of="others">
          {m.settings_devices_end()}
        </End>
      )}
    </div>
  )
}

const roles: Record<Device['userType'], () => string> = {
  student: m.dash_parent_title,
  mentor: m.dash_mentor_title,
  admin: m.admin_title,
}
const isPhone = ({ system }: Device) => system === 'Android' || system === 'iPhone' || system === 'iPad'

/** "Chrome on Android". */
function deviceName({ browser, system }: Device): string {
  if (browser && system) return m.settings_device_name({ browser, system })
  return browser ?? system ?? m.settings_device_unknown()
}

type EndProps = {
  fetcher: FormFetcher
  intent: 'device-end' | 'devices-end'
  of: string
  label?: string
  children: string
}

function End({ fetcher, intent, of, label, children }: EndProps) {
  const result = useResult(fetcher, intent, of)
  return (
    <DashboardForm
      fetcher={fetcher}
      intent={intent}
      of={of}
      result={result}
      className={label ? 'flex-none' : 'grid gap-3 sm:justify-self-start'}
    >
      <Button
        type="submit"
        look={label ? 'plain' : 'danger'}
        className={label ? 'px-0!' : ''}
        loading={fetcher.state !== 'idle' && fetcher.formData?.get('of') === of}
        {...(label ? { 'aria-label': label } : { loadingText: m.dash_saving() })}
      >
        {children}
      </Button>
    </DashboardForm>
  )
}
