import { createElement, type SVGProps } from 'react'

type Drawing = { node: [tag: string, attributes: Record<string, string>][] }

/**
 * A sign of lucide's. The build takes this in place of lucide's own function, which can do more than is asked of it, for a hundredth
 * of what a page of the demo may weigh (vite.config.ts, docs/decisions/033).
 */
export default function createIcon({ node }: Drawing) {
  const parts = node.map(([tag, attributes]) => createElement(tag, attributes))
  return (given: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...given,
      },
      parts,
    )
}
