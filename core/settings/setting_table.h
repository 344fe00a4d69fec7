#pragma once

#include "core/settings/setting_list.h"

#include <array>
#include <string_view>

namespace lamina {

/// The names of an enumeration in the order of its values; specialised for each choice setting.
template <typename Choice>
struct ChoiceNames;

template <>
struct ChoiceNames<ResolutionMode> {
  static constexpr std::array<std::string_view, 3> names{"pixels_across", "pixel_size", "view_dependent"};
};
template <>
struct ChoiceNames<AxesChoice> {
  static constexpr std::array<std::string_view, 2> names{"smallest", "world"};
};
template <>
struct ChoiceNames<RegionChoice> {
  static constexpr std::array<std::string_view, 2> names{"tight", "overlap"};
};
template <>
struct ChoiceNames<RowChoice> {
  static constexpr std::array<std::string_view, 2> names{"staggered", "unstaggered"};
};
template <>
struct ChoiceNames<LdiMeasure> {
  static constexpr std::array<std::string_view, 2> names{"volume", "vertices"};
};
template <>
struct ChoiceNames<FieldStructure> {
  static constexpr std::array<std::string_view, 2> names{"grid", "octree"};
};
template <>
struct ChoiceNames<RandomSearch> {
  static constexpr std::array<std::string_view, 2> names{"pairs", "tree"};
};
template <>
struct ChoiceNames<RayTree> {
  static constexpr std::array<std::string_view, 3> names{"bvh", "embree", "octree"};
};
template <>
struct ChoiceNames<RayArea> {
  static constexpr std::array<std::string_view, 2> names{"vertex", "uniform"};
};
template <>
struct ChoiceNames<RayForce> {
  static constexpr std::array<std::string_view, 2> names{"normal", "ray"};
};
template <>
struct ChoiceNames<BvhChildren> {
  static constexpr std::array<std::string_view, 3> names{"two", "four", "eight"};
};
template <>
struct ChoiceNames<BvhRefit> {
  static constexpr std::array<std::string_view, 2> names{"bottom_up", "lazy"};
};
template <>
struct ChoiceNames<TileBound> {
  static constexpr std::array<std::string_view, 2> names{"error_bar", "rigorous"};
};
template <>
struct ChoiceNames<TileDirections> {
  static constexpr std::array<std::string_view, 3> names{"smallest", "optimised", "world"};
};
template <>
struct ChoiceNames<TileKind> {
  static constexpr std::array<std::string_view, 3> names{"shadows", "traced", "w12"};
};
template <>
struct ChoiceNames<ResponseKind> {
  static constexpr std::array<std::string_view, 2> names{"penalty", "constraints"};
};
template <>
struct ChoiceNames<ContactLaw> {
  static constexpr std::array<std::string_view, 4> names{"cells", "patches", "mean_depth", "f08"};
};
template <>
struct ChoiceNames<SelfLaw> {
  static constexpr std::array<std::string_view, 4> names{"none", "patches", "mean_depth", "f08"};
};
template <>
struct ChoiceNames<TetMarch> {
  static constexpr std::array<std::string_view, 4> names{"rings", "cffm", "walking", "cpfm"};
};
template <>
struct ChoiceNames<TetExtent> {
  static constexpr std::array<std::string_view, 3> names{"full", "lazy", "local"};
};
template <>
struct ChoiceNames<TetResponse> {
  static constexpr std::array<std::string_view, 2> names{"point", "segment"};
};
template <>
struct ChoiceNames<TetReaction> {
  static constexpr std::array<std::string_view, 2> names{"boundary", "tetrahedron"};
};
template <>
struct ChoiceNames<StiffnessSource> {
  static constexpr std::array<std::string_view, 2> names{"rest_penetration", "given"};
};
template <>
struct ChoiceNames<FrictionLaw> {
  static constexpr std::array<std::string_view, 4> names{"none", "coulomb", "viscous", "axis"};
};

/// The group of settings of one owner, within all of them; one for each type of group.
template <typename Group, typename AnySettings>
auto& group_in(AnySettings& settings) {
  if constexpr (std::is_same_v<Group, SimulationSettings>)
    return settings.simulation;
  else if constexpr (std::is_same_v<Group, ContactSettings>)
    return settings.contact;
  else if constexpr (std::is_same_v<Group, LdiSettings>)
    return settings.contact.ldi;
  else if constexpr (std::is_same_v<Group, RaytracedSettings>)
    return settings.contact.raytraced;
  else if constexpr (std::is_same_v<Group, ProximitySettings>)
    return settings.contact.proximity;
  else if constexpr (std::is_same_v<Group, AdaptiveSettings>)
    return settings.contact.adaptive;
  else if constexpr (std::is_same_v<Group, HashingSettings>)
    return settings.contact.hashing;
  else if constexpr (std::is_same_v<Group, TetDistanceSettings>)
    return settings.contact.tetdistance;
  else if constexpr (std::is_same_v<Group, DistanceFieldSettings>)
    return settings.contact.distancefield;
  else if constexpr (std::is_same_v<Group, StochasticSettings>)
    return settings.contact.stochastic;
  else if constexpr (std::is_same_v<Group, ResponseSettings>)
    return settings.response;
  else if constexpr (std::is_same_v<Group, FrictionSettings>)
    return settings.friction;
  else if constexpr (std::is_same_v<Group, SolverSettings>)
    return settings.solver;
  else {
    static_assert(std::is_same_v<Group, DragSettings>);
    return settings.drag;
  }
}

/// The group that a member belongs to, and its type, from a pointer to it.
template <typename Pointer>
struct MemberTypes;
template <typename Member, typename Owner>
struct MemberTypes<Member Owner::*> {
  using type = Member;
  using group = Owner;
};
template <auto Member>
using MemberOf = typename MemberTypes<decltype(Member)>::type;
template <auto Member>
using GroupOf = typename MemberTypes<decltype(Member)>::group;

/// Getter and setter of one member, as plain functions.
template <auto Member>
SettingValue get_member(const Settings& settings) {
  using Type = MemberOf<Member>;
  const Type& member = group_in<GroupOf<Member>>(settings).*Member;
  if constexpr (std::is_enum_v<Type>)
    return std::string(ChoiceNames<Type>::names.at(static_cast<std::size_t>(member)));
  else if constexpr (std::is_same_v<Type, bool> || std::is_same_v<Type, double> ||
                     std::is_same_v<Type, std::string>)
    return member;
  else
    return static_cast<std::int64_t>(member);
}

template <auto Member>
void put_member(Settings& settings, const SettingValue& value) {
  using Type = MemberOf<Member>;
  Type& member = group_in<GroupOf<Member>>(settings).*Member;
  if constexpr (std::is_enum_v<Type>) {
    const auto& names = ChoiceNames<Type>::names;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == std::get<std::string>(value))
        member = static_cast<Type>(i);
  } else if constexpr (std::is_same_v<Type, bool> || std::is_same_v<Type, std::string>) {
    member = std::get<Type>(value);
  } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    member = static_cast<Type>(*whole);
  } else {
    member = static_cast<Type>(std::get<double>(value));
  }
}

/// Builds the declarations of one group; the kind follows from the member's type.
class GroupBuilder {
public:
  GroupBuilder(std::vector<Setting>& list, std::string group) : list_(list), group_(std::move(group)) {}

  /// What is declared from here on counts for these contact methods only; for all again after {}.
  void only_for(std::vector<std::string> methods) { methods_ = std::move(methods); }

  template <auto Member>
  Setting& add(std::string name, std::string label, std::string sentence) {
    using Type = MemberOf<Member>;
    Setting setting;
    setting.name = std::move(name);
    setting.label = std::move(label);
    setting.group = group_;
    setting.methods = methods_;
    setting.sentence = std::move(sentence);
    setting.get = &get_member<Member>;
    setting.put = &put_member<Member>;
    setting.initial = get_member<Member>(Settings{});
    if constexpr (std::is_enum_v<Type>) {
      setting.kind = SettingKind::choice;
      setting.choices.assign(ChoiceNames<Type>::names.begin(), ChoiceNames<Type>::names.end());
    } else if constexpr (std::is_same_v<Type, bool>) {
      setting.kind = SettingKind::boolean;
    } else if constexpr (std::is_same_v<Type, std::string>) {
      setting.kind = SettingKind::text;
    } else {
      setting.kind = std::is_same_v<Type, double> ? SettingKind::real : SettingKind::integer;
    }
    list_.push_back(std::move(setting));
    return list_.back();
  }

  /// A number with its unit and range.
  template <auto Member>
  Setting& number(std::string name, std::string label, std::string unit, double minimum, double maximum,
                  bool logarithmic, std::string sentence) {
    Setting& setting = add<Member>(std::move(name), std::move(label), std::move(sentence));
    setting.unit = std::move(unit);
    setting.minimum = minimum;
    setting.maximum = maximum;
    setting.logarithmic = logarithmic;
    return setting;
  }

private:
  std::vector<Setting>& list_;
  std::string group_;
  std::vector<std::string> methods_;
};

} // namespace lamina
