/** The one thing of Node that the rendered site uses; the rest of Node stays unknown to web code. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<T> {
    run<R>(store: T, callback: () => R): R
    getStore(): T | undefined
  }
}
