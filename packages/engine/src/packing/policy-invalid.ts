import { GraphwrightError } from '@graphwright/contract';

/** The error for a policy that breaks the rules of packing. */
export function policyInvalid(policy: string, message: string, cause?: unknown): GraphwrightError {
  return new GraphwrightError({
    code: 'policy-invalid',
    message: `The packing policy "${policy}" breaks the rules of packing: ${message}.`,
    where: { plugin: policy },
    next: 'Use another policy, or tell its author.',
    ...(cause === undefined ? {} : { cause }),
  });
}
