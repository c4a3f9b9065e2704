import { z } from 'zod'

const outside = z.url({ protocol: /^https$/, error: 'must be an address that starts with https://' })

/** `content/site.yaml`: the operator's words and addresses. The product's name stands nowhere else. */
export const siteSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  source_url: outside,
  copyright_year: z.int(),
  built_by: z.string().min(1),
  first_words: z.array(z.string()).max(12),
  social: z.array(z.strictObject({ name: z.enum(['YouTube', 'TikTok', 'Instagram', 'X']), url: outside })),
})

export type Site = z.infer<typeof siteSchema>
