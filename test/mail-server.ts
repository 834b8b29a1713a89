import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail server on loopback: what it was told, and what it answers to a command (by its first word) other than with yes. */
export async function startMailServer() {
  const seen = { heard: [] as string[], letters: [] as string[], refusals: {} as Record<string, string> }
  function serve(socket: Socket) {
    let rest = ''
    let letter: string | null = null
    const answer = (line: string) => socket.write(`${line}\r\n`)
    answer('220 mail.example')
    socket.on('error', () => undefined)
    socket.on('data', (part) => {
      rest += part.toString()
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (letter !== null) {
          if (line !== '.') letter += `${line}\n`
          else {
            seen.letters.push(letter)
            letter = null
            answer('250 taken')
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
  const server = createServer(serve)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // true: it listens on a port
  return {
    seen,
    port,
    forget: () => Object.assign(seen, { heard: [], letters: [], refusals: {} }),
    stop: () => server.close(),
  }
}
