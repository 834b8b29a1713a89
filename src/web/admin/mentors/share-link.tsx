import { m } from '#messages'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import type { ShownLink } from './links.server.ts'

type Props = { link: Pick<ShownLink, 'name' | 'address' | 'longAddress' | 'whatsapp'>; isLarge?: boolean }

/** Copies a link's address, or passes it on by WhatsApp in both languages. */
export function ShareLink({ link: { name, address, longAddress, whatsapp }, isLarge = false }: Props) {
  const toast = useToast()
  const isScripted = useScripts()
  const copy = async (text: string) => {
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    toast(isCopied ? { title: m.calendar_copied() } : { title: m.calendar_not_copied(), tone: 'error' })
  }
  const named = (action: string) => m.admin_for({ action, name })
  return (
    <div className="flex flex-wrap gap-2">
      {isScripted && (
        <Button
          look={isLarge ? 'filled' : 'outline'}
          onClick={() => copy(address)}
          aria-label={named(m.calendar_copy())}
        >
          {m.calendar_copy()}
        </Button>
      )}
      <ButtonLink
        href={whatsapp}
        target="_blank"
        rel="noopener noreferrer"
        look={isLarge ? 'outline' : 'plain'}
        aria-label={named(m.admin_link_whatsapp())}
      >
        {m.admin_link_whatsapp()}
      </ButtonLink>
      {isScripted && isLarge && longAddress && (
        <Button look="plain" onClick={() => copy(longAddress)}>
          {m.admin_link_copy_ids()}
        </Button>
      )}
    </div>
  )
}
