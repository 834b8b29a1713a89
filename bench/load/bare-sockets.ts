import { createServer } from 'node:http'
import { Server } from 'socket.io'

/** Baseline: Socket.IO relaying messages to a room with an acknowledgement. Argument: port. */
const server = createServer((_, reply) => reply.end('ready'))
const io = new Server(server, { transports: ['websocket'] })
io.on('connection', (socket) => {
  socket.join(String(socket.handshake.auth.room))
  socket.on('send-message', (given: { receiver: string }, answer: (reply: unknown) => void) => {
    io.to(given.receiver).emit('message-added', given)
    answer({ ok: true, data: given })
  })
})
server.listen(Number(process.argv[2]), '127.0.0.1')
