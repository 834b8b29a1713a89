// @module-tag full
import { afterAll, beforeAll, expect, test } from 'vitest'
import { payByFiles } from '#test/builders.ts'
import { startRazorpay } from '#test/gateway-razorpay.ts'
import { agreeAsParent, fillAddress } from './fill-address.ts'
import { expectAccessible, type Site, startSite, type Visit } from './site.ts'

let gateway: Awaited<ReturnType<typeof startRazorpay>>
let site: Site
beforeAll(async () => {
  gateway = await startRazorpay()
  site = await startSite({ variables: gateway.variables })
  await payByFiles(site.db)
})
afterAll(async () => {
  await site?.stop()
  await gateway?.stop()
})

/** Razorpay's script as far as we use it: reports its options and leaves by submitting a form. */
const theirScript = `window.Razorpay = class {
  constructor(options) { this.options = options }
  open() {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = 'https://api.razorpay.com/v1/payments'
    form.innerHTML = '<input name="order_id" value="' + this.options.order_id + '"><input name="callback_url" value="' + this.options.callback_url + '">'
    document.body.append(form)
    form.submit()
  }
}`

/** Razorpay in the browser: its script, and a page that pays or fails the order and returns the payer by a form. */
async function playRazorpay({ page }: Visit, outcome: 'success' | 'failed'): Promise<URLSearchParams[]> {
  const posted: URLSearchParams[] = []
  await page.route('https://checkout.razorpay.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: theirScript }),
  )
  await page.route('https://api.razorpay.com/**', async (route) => {
    const given = new URLSearchParams(route.request().postData() ?? '')
    posted.push(given)
    const callback = given.get('callback_url') ?? ''
    const orderId = new URL(callback).pathname.split('/').at(-1) ?? ''
    const paymentId = await gateway.pay(orderId, outcome)
    const back =
      outcome === 'success' ? gateway.returnForm(orderId, paymentId) : 'error[code]=BAD_REQUEST_ERROR&error[reason]=x'
    const fields = [...new URLSearchParams(back)].map(([name, value]) => `<input name="${name}" value="${value}">`)
    const body = `<title>Bank</title><form method="post" action="${callback}">${fields.join('')}<button>Go back</button></form>`
    await route.fulfill({ contentType: 'text/html', body })
  })
  return posted
}

async function buyDemo({ page }: Visit, phone: string): Promise<void> {
  await page.goto('/login?next=/mentors/imran-qureshi')
  await site.enterPhone(page, phone)
  await page.waitForURL('**/mentors/imran-qureshi')
  await page.getByRole('link', { name: 'Book Now' }).click()
  const form = page.getByRole('dialog')
  await form.getByText('Demo class').click()
  await fillAddress(form)
  await agreeAsParent(form)
  await page.getByRole('button', { name: 'Pay ₹99' }).click()
}

test.each([
  ['success', 'Payment Successful!', '9811100071'],
  ['failed', 'Payment failed', '9811100072'],
] as const)('a payment at Razorpay ending in %s returns to our site with its result', async (outcome, title, phone) => {
  const visit = await site.visit({ width: 360 })
  const posted = await playRazorpay(visit, outcome)
  await buyDemo(visit, phone)
  await visit.page.waitForURL('https://api.razorpay.com/**')
  await visit.page.getByRole('button', { name: 'Go back' }).click()
  await visit.page.getByRole('heading', { name: title }).waitFor()
  expect(new URL(visit.page.url()).pathname).toBe('/payment-status')
  expect(posted).toHaveLength(1)
  expect(visit.problems).toEqual([])
  await visit.context.close()
})

test("when Razorpay's script does not load, its hosted checkout page opens instead", async () => {
  const visit = await site.visit({ width: 360 })
  const { page } = visit
  await playRazorpay(visit, 'success')
  await page.route('https://checkout.razorpay.com/**', (route) => route.abort())
  await buyDemo(visit, '9811100073')
  await page.getByRole('button', { name: 'Pay ₹99' }).waitFor()
  await page.waitForURL('**/pay/**')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay ₹99' }).click()
  await page.waitForURL('https://api.razorpay.com/v1/checkout/embedded')
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  await visit.context.close()
})
