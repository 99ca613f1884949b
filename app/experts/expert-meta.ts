import { isRouteErrorResponse, type MetaDescriptor } from 'react-router'
import { languagesText, priceText, ratingText, sessionCountText } from '#app/experts/expert-text.ts'
import { firstName } from '#app/experts/first-name.ts'
import type { ExpertPage } from '#domain/discovery/contract.ts'
import { shareImageSize } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]
/** Null when the expert was not found or the page failed to load. */
type Loaded = { expert: ExpertPage; shareImage: string } | null | undefined

/**
 * Meta tags for search engines and link previews. Both pages use the detail page as canonical URL, because it contains
 * everything on the short page and all internal links lead to it.
 */
export function expertMeta(matches: Matches, loaded: Loaded, error?: unknown): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { product: Product } | undefined
  if (!root || !loaded) {
    const isNotFound = isRouteErrorResponse(error) && error.status === 404
    const title = isNotFound ? 'Expert Not Found' : 'Something went wrong'
    return [{ title }, { name: 'robots', content: 'noindex' }]
  }
  const { expert, shareImage } = loaded
  const { name: productName, origin } = root.product
  const title = `${expert.name}, ${expert.title}`
  const description = `${priceText(expert)} · ★ ${ratingText(expert)} · ${sessionCountText(expert)} · Speaks ${languagesText(expert)}. ${expert.brief}`
  const url = origin + detailsPath(expert)
  const image = origin + shareImage
  const imageAlt = `${title}. ${priceText(expert)} on ${productName}.`
  const expertFirstName = firstName(expert.name)
  return [
    { title: `${title} · ${productName}` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...propertyTags({
      'og:site_name': productName,
      'og:locale': 'en_IN',
      'og:type': 'profile',
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': image,
      'og:image:type': 'image/png',
      'og:image:width': String(shareImageSize.width),
      'og:image:height': String(shareImageSize.height),
      'og:image:alt': imageAlt,
      'profile:first_name': expertFirstName,
      'profile:last_name': expert.name.slice(expert.name.indexOf(expertFirstName) + expertFirstName.length).trim(),
    }),
    ...nameTags({
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': image,
      'twitter:image:alt': imageAlt,
      'twitter:label1': 'Price',
      'twitter:data1': priceText(expert),
      'twitter:label2': 'Rating',
      'twitter:data2': ratingText(expert),
    }),
    { 'script:ld+json': personData(expert, { url, image, productName }) },
  ]
}

export function detailsPath({ id }: Pick<ExpertPage, 'id'>): string {
  return `/expert/details/${id}`
}

/** schema.org data. A Person cannot have a rating, so the Service has it. Without reviews there is no rating. */
function personData(
  expert: ExpertPage,
  { url, image, productName }: { url: string; image: string; productName: string },
) {
  const price = (expert.ratePaisePerMinute / 100).toFixed(2)
  const namedLanguages = expert.languages.filter((language) => language !== 'Other')
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    '@id': `${url}#person`,
    url,
    image,
    name: expert.name,
    jobTitle: expert.title,
    description: expert.brief,
    knowsAbout: [...expert.keySubjects, ...expert.subcategories],
    ...(namedLanguages.length > 0 && { knowsLanguage: namedLanguages }),
    hasCredential: {
      '@type': 'EducationalOccupationalCredential',
      name: expert.highestDegree,
    },
    makesOffer: {
      '@type': 'Offer',
      url,
      price,
      priceCurrency: 'INR',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price,
        priceCurrency: 'INR',
        unitCode: 'MIN',
        unitText: 'minute',
      },
      itemOffered: {
        '@type': 'Service',
        name: `Audio and video help by ${expert.name}`,
        serviceType: expert.title,
        brand: { '@type': 'Brand', name: productName },
        ...(expert.reviews > 0 && {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: expert.rating.toFixed(1),
            bestRating: 5,
            worstRating: 1,
            reviewCount: expert.reviews,
          },
        }),
      },
    },
  }
}

function propertyTags(contents: Record<string, string>): MetaDescriptor[] {
  return Object.entries(contents)
    .filter(([, content]) => content !== '')
    .map(([property, content]) => ({ property, content }))
}

function nameTags(contents: Record<string, string>): MetaDescriptor[] {
  return Object.entries(contents).map(([name, content]) => ({ name, content }))
}
