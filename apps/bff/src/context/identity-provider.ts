export type {
  AuthorizationSecrets,
  Identity,
  IdentityProvider,
  IdentityProviderSettings,
  RoleOfGroup,
} from "#/sign-in/identity-provider.ts";
