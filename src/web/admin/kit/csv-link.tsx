import { type MouseEvent, useState } from 'react'
import { m } from '#messages'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'

/** Link to the CSV file of a list. Says that the file is being made, and when it could not be. */
export function CsvLink({ to }: { to: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const toast = useToast()
  async function download() {
    setIsBusy(true)
    try {
      const reply = await fetch(to)
      const name = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1]
      if (!(reply.ok && name)) throw new Error(`no file: ${reply.status}`)
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await reply.blob())
      link.download = name
      link.click()
      // Later, because the browser may still be reading it.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
      toast({ title: m.admin_file_done({ name }) })
    } catch {
      toast({ tone: 'error', title: m.admin_file_failed(), text: m.admin_file_failed_text() })
    } finally {
      setIsBusy(false)
    }
  }
  function press(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (!isBusy) void download()
  }
  return (
    <a
      href={to}
      download
      onClick={press}
      aria-busy={isBusy}
      className="text-link inline-flex min-h-11 items-center gap-2 px-2"
    >
      {isBusy ? <Spinner /> : <Icon name="download" size={20} />}
      <span>{isBusy ? m.admin_file_busy() : m.admin_list_file()}</span>
    </a>
  )
}
