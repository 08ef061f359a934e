import { TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";

import { SecretInput } from "@/components/secret-input";

export const NO_ACCOUNT = { display_name: "", username: "", password: "", email: "" };

/** Name, user name, password and, where it is asked for, the mail address of a new account. */
export function AccountFields({
  form,
  asksForEmail = false,
}: {
  form: UseFormReturnType<typeof NO_ACCOUNT>;
  asksForEmail?: boolean;
}) {
  const { t } = useTranslation("invitation");
  return (
    <>
      <TextInput
        name="display_name"
        label={t("displayName")}
        description={t("displayNameHint")}
        autoComplete="name"
        required
        {...form.getInputProps("display_name")}
      />
      <TextInput
        name="username"
        label={t("username")}
        autoComplete="username"
        required
        {...form.getInputProps("username")}
      />
      <SecretInput
        name="password"
        label={t("password")}
        description={t("passwordHint")}
        autoComplete="new-password"
        minLength={8}
        required
        {...form.getInputProps("password")}
      />
      {asksForEmail && (
        <TextInput
          name="email"
          type="email"
          label={t("email")}
          description={t("emailHint")}
          autoComplete="email"
          {...form.getInputProps("email")}
        />
      )}
    </>
  );
}
