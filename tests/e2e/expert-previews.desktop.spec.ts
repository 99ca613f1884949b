import ogs from 'open-graph-scraper'
import sharp from 'sharp'
import { test } from '#tests/e2e/expert-people.ts'
import { expect } from '#tests/e2e/test.ts'

// Reads the previews of expert pages from the server’s HTML with an independent parser, as other sites do.

const hostileName = 'Ravi </script><script>alert(1)</script> "Nair" & Sons'

for (const path of ['/expert/', '/expert/details/']) {
  test(`${path}{id} has preview metadata for other sites`, async ({ request, people, baseURL }) => {
    const { expertId } = await people.expert({ fullName: hostileName })
    const answer = await request.get(path + expertId)
    const html = await answer.text()
    const { error, result } = await ogs({ html })
    expect(error).toBe(false)
    const title = `${hostileName}, Physics teacher`
    const description = expect.stringContaining('₹10/min · ★ 4.5 (No reviews yet) · No sessions yet')
    expect(result).toMatchObject({
      ogType: 'profile',
      ogSiteName: 'Samjhao',
      ogTitle: title,
      ogDescription: description,
      ogUrl: `${baseURL}/expert/details/${expertId}`,
      profileFirstName: 'Ravi',
      twitterCard: 'summary_large_image',
      twitterTitle: title,
      twitterDescription: description,
    })
    const [image] = result.ogImage ?? []
    expect(image).toMatchObject({
      url: expect.stringMatching(new RegExp(`^${baseURL}/expert/${expertId}/share\\.png\\?v=[\\w-]+$`)),
      width: '1200',
      height: '630',
      type: 'image/png',
      alt: expect.stringContaining('Physics teacher'),
    })
    expect(result.twitterImage?.[0]?.url).toBe(image?.url)
    expect(html).toContain(`<link rel="canonical" href="${baseURL}/expert/details/${expertId}"/>`)
    expect(html).not.toContain('<script>alert(1)')

    const [person] = result.jsonLD as Record<string, unknown>[]
    expect(person).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Person',
      name: hostileName,
      jobTitle: 'Physics teacher',
      makesOffer: {
        '@type': 'Offer',
        price: '10.00',
        priceCurrency: 'INR',
        priceSpecification: { unitCode: 'MIN' },
      },
    })
    expect(JSON.stringify(person)).not.toContain('AggregateRating')
  })
}

test('a hostile name runs no script, and the content security policy allows the structured data', async ({
  page,
  people,
}) => {
  const expert = await people.expert({ fullName: hostileName })
  await people.addFigures(expert, { stars: 9, reviews: 2, sessions: 3 })
  page.on('dialog', () => expect('a dialog').toBe('never opened'))
  await page.goto(`/expert/details/${expert.expertId}`)
  await expect(page.getByRole('heading', { level: 1, name: hostileName })).toBeVisible()
  const text = await page.locator('script[type="application/ld+json"]').first().textContent()
  expect(JSON.parse(text ?? '')).toMatchObject({
    makesOffer: { itemOffered: { aggregateRating: { ratingValue: '4.5', reviewCount: 2 } } },
  })
})

test('the share image is a 1200 by 630 PNG that changes with the expert and is cached', async ({ request, people }) => {
  const expert = await people.expert()
  await people.addPhoto(expert)
  const url = `/expert/${expert.expertId}/share.png`
  const answers = await Promise.all([request.get(url), request.get(url), request.get(url)])
  const etags = answers.map((answer) => answer.headers().etag ?? '')
  expect(new Set(etags).size).toBe(1)
  const [first] = answers
  expect(first?.headers()).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=3600',
  })
  const { format, width, height } = await sharp(await first?.body()).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
  const again = await request.get(url, { headers: { 'If-None-Match': etags[0] ?? '' } })
  expect(again.status()).toBe(304)
  await people.addFigures(expert, { stars: 58, reviews: 12, sessions: 35 })
  const changed = await request.get(url, { headers: { 'If-None-Match': etags[0] ?? '' } })
  expect(changed.status()).toBe(200)

  const pending = await people.pendingExpert()
  expect((await request.get(`/expert/${pending.expertId}/share.png`)).status()).toBe(404)
  expect((await request.get('/expert/nobody/share.png')).status()).toBe(404)
})

test('robots.txt and the sitemap list approved experts only', async ({ request, people, baseURL }) => {
  const [listed, pending] = [await people.expert(), await people.pendingExpert()]
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  expect(robots).toMatch(/^Disallow: \/team$/m)
  const sitemap = await request.get('/sitemap.xml')
  expect(sitemap.headers()['content-type']).toContain('text/xml')
  const xml = await sitemap.text()
  expect(xml).toContain(`<loc>${baseURL}/how-it-works</loc>`)
  expect(xml).toContain(`<loc>${baseURL}/expert/details/${listed.expertId}</loc>`)
  expect(xml).not.toContain(pending.expertId)
  const rest = await (await request.get(`/sitemap.xml?after=${listed.expertId}`)).text()
  expect(rest).not.toContain(listed.expertId)
  expect((await request.get('/sitemap.xml?after=nonsense')).status()).toBe(404)
})
