import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Sends nothing, disconnects mid-message, accepts and then disconnects, or sends endless partial replies. */
type Fault = 'silent' | 'breaks' | 'loses' | 'drips' | null

/** A mail server on loopback: records commands, and can reply to one (by its first word) with an error. */
export async function startMailServer() {
  const seen = {
    heard: [] as string[],
    letters: [] as string[],
    refusals: {} as Record<string, string>,
    fault: null as Fault,
  }
  function serve(socket: Socket) {
    let rest = ''
    let letter: string | null = null
    const answer = (line: string) => socket.write(`${line}\r\n`)
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    socket.on('error', () => undefined)
    if (seen.fault === 'silent') return
    if (seen.fault === 'drips') {
      const drops = setInterval(() => socket.write('220-wait\r\n'), 10)
      return socket.once('close', () => clearInterval(drops))
    }
    answer('220 mail.example')
    socket.on('data', (part) => {
      rest += part.toString()
      if (letter !== null && seen.fault === 'breaks') return socket.destroy()
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (letter !== null) {
          if (line !== '.') letter += `${line}\n`
          else {
            seen.letters.push(letter)
            letter = null
            if (seen.fault === 'loses') return socket.destroy()
            answer(seen.refusals['.'] ?? '250 taken')
          }
          continue
        }
        seen.heard.push(line)
        const word = line.split(' ')[0] ?? ''
        if (seen.refusals[word]) answer(seen.refusals[word])
        else if (word === 'EHLO') answer('250-mail.example\r\n250 AUTH PLAIN')
        else if (word === 'STARTTLS') answer('502 what is that')
        else if (word === 'AUTH') answer('235 welcome')
        else if (word === 'DATA') {
          letter = ''
          answer('354 go on')
        } else answer('250 yes')
      }
    })
  }
  const sockets = new Set<Socket>()
  const server = createServer(serve)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // safe: it listens on a port
  return {
    seen,
    port,
    forget: () => Object.assign(seen, { heard: [], letters: [], refusals: {}, fault: null }),
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
