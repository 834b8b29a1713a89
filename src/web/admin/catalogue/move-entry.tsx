import { useEffect, useRef } from 'react'
import { Form, useActionData, useNavigation } from 'react-router'
import type { ShownEntry } from '#contract/reference/catalogue-admin.ts'
import { m } from '#messages'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { AdminResult } from '../kit/admin-result.ts'
import { nameOf } from '../kit/catalogue-words.ts'

type Props = {
  one: Pick<ShownEntry, 'kind' | 'key' | 'en' | 'hi' | 'version'>
  /** It stands at that end of its list. */
  isFirst: boolean
  isLast: boolean
}

/** Puts an entry one place earlier or later. The button that was pressed keeps the focus while its row moves. */
export function MoveEntry({ one, isFirst, isLast }: Props) {
  const { kind, key, version } = one
  const result = useActionData() as AdminResult | undefined // true: the page's action answers nothing else
  const { state, formData } = useNavigation()
  const form = useRef<HTMLFormElement>(null)
  // The answer comes before the list in its new order does.
  const ends = `${isFirst} ${isLast}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: at an end of the list another button has to take the focus
  useEffect(() => {
    if (result?.intent !== 'move' || result.values.key !== key || result.values.kind !== kind) return
    const buttons = [...(form.current?.querySelectorAll('button') ?? [])]
    // At the end of the list that one is gone.
    const pressed = buttons.find((button) => button.value === result.values.to) ?? buttons[0]
    pressed?.focus({ preventScroll: true })
  }, [result, kind, key, ends])
  const isBusy = state !== 'idle' && formData?.get('intent') === 'move' && formData.get('key') === key
  const words = { earlier: m.admin_cat_earlier(), later: m.admin_cat_later() }
  return (
    <Form method="post" ref={form} preventScrollReset className="flex flex-none justify-end">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="version" value={version} />
      {(['earlier', 'later'] as const)
        .filter((to) => !(to === 'earlier' ? isFirst : isLast))
        .map((to) => (
          <Button
            key={to}
            type="submit"
            look="plain"
            square
            icon={<Icon name="chevron-down" size={22} className={to === 'earlier' ? 'rotate-180' : ''} />}
            title={words[to]}
            name="to"
            value={to}
            loading={isBusy && formData?.get('to') === to}
            aria-label={m.admin_for({ action: words[to], name: nameOf(one) })}
          />
        ))}
    </Form>
  )
}
