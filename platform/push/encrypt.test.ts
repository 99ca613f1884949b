import { expect, test } from 'vitest'
import { encryptPush } from '#platform/push/encrypt.ts'
import { decryptPush, newBrowserKeys } from '#tests/push-service.ts'

/** Appendix A of RFC 8291. */
const rfc = {
  payload: 'When I grow up, I want to be a watermelon',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  browserKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  serverKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const bytes = (text: string) => Buffer.from(text, 'base64url')

test('the example of the standard is reproduced byte by byte', () => {
  const body = encryptPush(rfc, rfc.payload, { privateKey: bytes(rfc.serverKey), salt: bytes(rfc.salt) })
  expect(body.toString('base64url')).toBe(rfc.body)
  expect(decryptPush(bytes(rfc.body), { privateKey: bytes(rfc.browserKey), auth: rfc.auth })).toBe(rfc.payload)
})

test('an encrypted message can be read only by its browser and differs each time', () => {
  const [browser, other] = [newBrowserKeys(), newBrowserKeys()]
  const payload = JSON.stringify({ title: 'आशा is calling' })
  const body = encryptPush(browser, payload)
  expect(decryptPush(body, browser)).toBe(payload)
  expect(() => decryptPush(body, other)).toThrow('authenticate')
  expect(encryptPush(browser, payload)).not.toEqual(body)
  body.writeUInt8(body.readUInt8(body.length - 1) ^ 1, body.length - 1)
  expect(() => decryptPush(body, browser)).toThrow('authenticate')
})

test('a push holds exactly the size that push services must accept', () => {
  const browser = newBrowserKeys()
  const longest = 'x'.repeat(3_993)
  const body = encryptPush(browser, longest)
  expect(body).toHaveLength(4_096)
  expect(decryptPush(body, browser)).toBe(longest)
  expect(() => encryptPush(browser, `${longest}x`)).toThrow(RangeError)
})
